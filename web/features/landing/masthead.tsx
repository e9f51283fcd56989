import { ThemeMenu } from '#web/features/theme/theme-menu.tsx'
import { EnterLink } from './enter-link.tsx'
import { Logo } from './logo.tsx'

/** The header of the front page and of visitors' pages; signed-in pages have the top bar. */
export function Masthead() {
  return (
    <header
      data-print="hidden"
      className="relative z-10 mx-auto flex max-w-content items-center gap-2 px-4 py-4 sm:px-6"
    >
      <div className="flex-1">
        <Logo to="/" />
      </div>
      <ThemeMenu />
      <EnterLink visitor="Sign in" variant="secondary" />
    </header>
  )
}
