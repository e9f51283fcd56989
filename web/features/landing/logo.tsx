import { Link } from '@tanstack/react-router'

/** The logo and the name, with the badge that says the product is young. */
export function Logo({ to }: { to: '/' | '/explore' }) {
  return (
    <Link to={to} className="flex items-center gap-2.5 rounded-10 touch-target" aria-label="Ignite, beta">
      <span className="ignite-icon size-7" />
      <span className="font-serif text-22 tiny:hidden leading-none font-semibold tracking-tight">Ignite</span>
      <span className="rounded-6 border border-line px-1.5 tight:hidden text-12 leading-5 font-medium text-ink-faint">
        beta
      </span>
    </Link>
  )
}
