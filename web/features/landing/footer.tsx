import { Link } from '@tanstack/react-router'
import { useNext } from './use-next.ts'

const parts = [
  ['why', 'Why Ignite'],
  ['how', 'How it works'],
  ['together', 'Learn together'],
  ['join', 'Join'],
]

export const rules = [
  ['/faq', 'Help'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/honor-code', 'Honor code'],
  ['/copyright', 'Copyright'],
] as const

const rowClass = 'flex flex-wrap gap-x-6 gap-y-2'

export const footerLinkClass =
  'inline-flex items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline touch-target'

export function Footer() {
  const next = useNext()
  return (
    <footer data-print="hidden" className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-10 gap-y-6 px-4 py-10 text-14 sm:px-6">
        <p className="flex items-center gap-2.5">
          <span className="ignite-icon size-6" />
          <span className="font-serif text-18 font-semibold">Ignite</span>
          <span className="text-ink-faint">Learn by good light.</span>
        </p>
        <div className="flex flex-col gap-3">
          <nav aria-label="About" className={rowClass}>
            {parts.map(([id, name]) => (
              <a key={id} href={`/#${id}`} className={footerLinkClass}>
                {name}
              </a>
            ))}
            <Link to="/login" search={{ next }} className={footerLinkClass}>
              Sign in
            </Link>
          </nav>
          <nav aria-label="Help and rules" className={rowClass}>
            {rules.map(([to, name]) => (
              <Link key={to} to={to} className={footerLinkClass}>
                {name}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </footer>
  )
}
