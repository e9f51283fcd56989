import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Shelf } from '#web/features/landing/shelf.tsx'
import { ThemeMenu } from '#web/features/theme/theme-menu.tsx'

/** A page for a person who isn't signed in yet: one card in lamp light. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <div className="full-bleed relative flex min-h-dvh flex-col overflow-hidden">
      <div aria-hidden="true" className="lamplight absolute inset-x-0 top-0 h-140" />
      <header className="relative flex items-center justify-between p-3 pl-4 sm:p-4 sm:pl-6">
        <Link
          to="/"
          className="inline-flex touch-target items-center text-14 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
        >
          ← About Ignite
        </Link>
        <ThemeMenu />
      </header>
      {/* Near the middle, but placed from the top: a slow device shows the card before the browser has read all of it. */}
      <main
        id="main"
        className="relative flex flex-1 items-start justify-center px-4 pt-[max(0.5rem,calc(50dvh-26rem))] pb-60"
      >
        <div className="w-full max-w-dialog rounded-16 border border-line bg-sheet p-6 shadow-floating sm:p-10">
          {children}
        </div>
      </main>
      <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-0">
        <Shelf />
      </div>
    </div>
  )
}
