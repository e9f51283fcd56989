import { Link } from '@tanstack/react-router'

const parts = [
  ['why', 'Why Ignite'],
  ['how', 'How it works'],
  ['together', 'Learn together'],
  ['join', 'Join'],
]

const linkClass =
  'inline-flex items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline touch-target'

export function Footer() {
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-10 gap-y-6 px-4 py-10 text-14 sm:px-6">
        <p className="flex items-center gap-2.5">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span className="font-serif text-18 font-semibold">Ignite</span>
          <span className="text-ink-faint">Learn by good light.</span>
        </p>
        <nav aria-label="About" className="flex flex-wrap gap-x-6 gap-y-2">
          {parts.map(([id, name]) => (
            <a key={id} href={`#${id}`} className={linkClass}>
              {name}
            </a>
          ))}
          <Link to="/login" className={linkClass}>
            Sign in
          </Link>
        </nav>
      </div>
    </footer>
  )
}
