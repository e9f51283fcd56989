import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from './lamp.tsx'

/** In place of a page that couldn't be shown, or whose code couldn't be fetched. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const lacksCode = isMissingCode(error)
  // A browser may answer for a script that it couldn't fetch without asking again; after an update, only the new page names its new scripts.
  const retry = () => (lacksCode ? location.reload() : void router.invalidate())
  return (
    <main id="main" className="mx-auto flex max-w-prose flex-col items-center px-4 py-24 text-center">
      <Lamp lit={false} className="h-32" />
      <h1 className="mt-8 text-28">The lamp flickered</h1>
      <p role="alert" className="mt-3 max-w-[46ch] text-ink-soft">
        {lacksCode
          ? 'This page couldn’t be fetched. Check your connection and try again; Ignite may also have just been updated.'
          : problemText(error)}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={retry}>
          Retry
        </Button>
        <Link to="/" className={buttonClass()}>
          Go to the start
        </Link>
      </div>
    </main>
  )
}

/** The words of Chromium, Firefox and Safari, and of Vite for a style sheet. */
function isMissingCode(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(message)
}
