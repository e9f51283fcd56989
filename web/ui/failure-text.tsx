import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Why something failed or can't be sent. Nothing shows while it is empty. */
export function FailureText({
  id,
  className,
  small = false,
  quiet = false,
  children,
}: {
  /** For the field that it describes. */
  id?: string
  className?: string
  small?: boolean
  /** For screen readers: read with the field that it describes, and not at once. */
  quiet?: boolean
  children: ReactNode
}) {
  return (
    <p
      id={id}
      role={quiet ? undefined : 'alert'}
      className={cx(small ? 'text-12' : 'text-14', 'font-medium text-negative empty:hidden', className)}
    >
      {children}
    </p>
  )
}
