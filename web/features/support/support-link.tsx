import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Opens the form for messages to the operators, who then read which booking it is about. */
export function SupportLink({ booking, children }: { booking?: string; children: ReactNode }) {
  return (
    <Link to="/faq" search={{ contact: '1', booking }}>
      {children}
    </Link>
  )
}
