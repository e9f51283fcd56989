import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'

/** For an unknown address. */
export function NotFoundPage() {
  // No route matched that could set the title.
  useEffect(() => {
    document.title = 'Not found · Ignite'
  }, [])
  return (
    <main id="main" className="mx-auto flex max-w-prose flex-col items-center px-4 py-24 text-center">
      <Lamp lit className="h-32" />
      <h1 className="mt-8 text-28">We couldn’t find that page</h1>
      <p className="mt-3 max-w-[46ch] text-ink-soft">It may have moved, or its owner may have deleted it.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
          Browse notes
        </Link>
        <Link to="/" className={buttonClass()}>
          Go to the home page
        </Link>
      </div>
    </main>
  )
}
