import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from './lamp.tsx'

/** For an address nothing answers to. */
export function NotFoundPage() {
  // No route matched whose head could say it.
  useEffect(() => {
    document.title = 'Not found · Ignite'
  }, [])
  return (
    <main id="main" className="mx-auto flex max-w-prose flex-col items-center px-4 py-24 text-center">
      <Lamp lit className="h-32" />
      <h1 className="mt-8 text-28">Nothing on this shelf</h1>
      <p className="mt-3 max-w-[46ch] text-ink-soft">
        We looked under the lamp too. The page may have moved, or its owner may have taken it down.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
          Browse the notes
        </Link>
        <Link to="/" className={buttonClass()}>
          Go to the start
        </Link>
      </div>
    </main>
  )
}
