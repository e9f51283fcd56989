import { Logo } from '#web/features/shell/logo.tsx'
import { ThemeMenu } from '#web/features/shell/theme-menu.tsx'
import { EnterLink } from './enter-link.tsx'

/** The head of the pages that visitors see; the top bar belongs to the signed-in ones. */
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
