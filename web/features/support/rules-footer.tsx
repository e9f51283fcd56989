import { Link } from '@tanstack/react-router'
import { footerLinkClass, rules } from '#web/features/landing/footer.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'

/** The links between help and rules, which a visitor has at the end of every page. */
export function RulesFooter() {
  if (useIsVisitor()) return null
  return (
    <nav
      aria-label="Help and rules"
      data-print="hidden"
      className="mt-16 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-6 text-14"
    >
      {rules.map(([to, name]) => (
        <Link key={to} to={to} className={footerLinkClass}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
