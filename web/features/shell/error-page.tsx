import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from './lamp.tsx'

/** In place of a page that couldn't be shown. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main id="main" className="mx-auto flex max-w-prose flex-col items-center px-4 py-24 text-center">
      <Lamp lit={false} className="h-32" />
      <h1 className="mt-8 text-28">The lamp flickered</h1>
      <p role="alert" className="mt-3 max-w-[46ch] text-ink-soft">
        {problemText(error)}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => void router.invalidate()}>
          Retry
        </Button>
        <Link to="/" className={buttonClass()}>
          Go to the start
        </Link>
      </div>
    </main>
  )
}
