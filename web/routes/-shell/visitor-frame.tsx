import type { ReactNode } from 'react'
import { Footer } from '#web/features/landing/footer.tsx'
import { Masthead } from '#web/features/landing/masthead.tsx'

/** The frame of a visitor's page. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div>
      <div className="border-b border-line print:border-b-0">
        <Masthead />
      </div>
      <main
        id="main"
        // As tall as the window: the footer is out of sight while the page is still short, and doesn't jump when it fills.
        className="mx-auto min-h-dvh max-w-content px-4 pt-6 pb-12 outline-none sm:px-6 sm:pt-8 lg:pb-16"
      >
        {children}
      </main>
      <Footer />
    </div>
  )
}
