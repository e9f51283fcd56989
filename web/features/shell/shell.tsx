import { Outlet } from '@tanstack/react-router'

/** The frame of every signed-in page. */
export function Shell() {
  return (
    <main id="main" className="mx-auto max-w-content px-4 py-6 sm:px-6">
      <Outlet />
    </main>
  )
}
