import type { ReactNode } from 'react'
import { Footer } from '#web/features/landing/footer.tsx'
import { Masthead } from '#web/features/landing/masthead.tsx'

/** The frame of a visitor's page. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-b border-line print:border-b-0">
        <Masthead />
      </div>
      <main
        id="main"
        className="mx-auto w-full max-w-content flex-1 px-4 pt-6 pb-12 outline-none sm:px-6 sm:pt-8 lg:pb-16"
      >
        {children}
      </main>
      <Footer />
    </div>
  )
}
