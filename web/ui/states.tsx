import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/**
 * A view's empty state: what would be here, and the next action. What stands outside and is about the rows hides by
 * `group-has-data-empty/list`.
 */
export function EmptyState({
  title,
  children,
  action,
  picture,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
}) {
  return (
    <div
      data-empty
      className="mx-auto flex max-w-prose flex-col items-center px-4 py-16 text-center wrap-anywhere"
    >
      {picture && <div className="mb-6">{picture}</div>}
      <h2 className="text-22">{title}</h2>
      {children && <p className="mt-2 max-w-[46ch] text-ink-soft">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

/** A view's error state. */
export function ErrorState({
  title = 'This didn’t load',
  heading: Heading = 'h2',
  children,
  onRetry,
  retrying = false,
}: {
  title?: string
  /** `h1` where it takes the whole page's place. */
  heading?: 'h1' | 'h2'
  /** What happened, in words. */
  children: ReactNode
  onRetry?: () => void
  retrying?: boolean
}) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-prose flex-col items-center rounded-16 border border-line bg-sheet px-6 py-12 text-center wrap-anywhere"
    >
      <Heading className="text-22">{title}</Heading>
      <p className="mt-2 max-w-[46ch] text-ink-soft">{children}</p>
      {onRetry && (
        <Button className="mt-6" onClick={onRetry} pending={retrying}>
          Retry
        </Button>
      )}
    </div>
  )
}
