import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Leads to the form that reaches the people who run Ignite. */
export function SupportLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/faq" search={{ contact: '1' }}>
      {children}
    </Link>
  )
}
