import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Opens the form for messages to the operators. */
export function SupportLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/faq" search={{ contact: '1' }}>
      {children}
    </Link>
  )
}
