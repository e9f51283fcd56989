import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to a person's profile around their name, picture or both. */
export function PersonLink({
  username,
  className,
  children,
}: {
  username: string
  className?: string
  children: ReactNode
}) {
  return (
    <Link to="/profile/$username" params={{ username }} className={className}>
      {children}
    </Link>
  )
}
