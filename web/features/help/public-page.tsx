import type { ReactNode } from 'react'
import { Footer } from '#web/features/landing/footer.tsx'
import { Masthead } from '#web/features/landing/masthead.tsx'

/** The frame of a page that one reads, signed in or not. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-b border-line print:border-b-0">
        <Masthead />
      </div>
      <main
        id="main"
        className="mx-auto w-full max-w-content flex-1 px-4 py-10 outline-none sm:px-6 lg:py-14"
      >
        {children}
      </main>
      <Footer />
    </div>
  )
}
