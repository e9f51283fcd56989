import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { useFailedPage } from './use-failed-page.ts'

/** Shown if a page fails to render, or its code fails to load. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { text, retry } = useFailedPage(error)
  return (
    <main id="main" className="mx-auto flex max-w-prose flex-col items-center px-4 py-24 text-center">
      <Lamp lit={false} className="h-32" />
      <h1 className="mt-8 text-28">Something went wrong</h1>
      <p role="alert" className="mt-3 max-w-[46ch] text-ink-soft">
        {text}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={retry}>
          Retry
        </Button>
        <Link to="/" className={buttonClass()}>
          Go to the home page
        </Link>
      </div>
    </main>
  )
}
