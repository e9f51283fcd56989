import { CatchBoundary, isNotFound, Outlet, useMatches } from '@tanstack/react-router'
import { RouteError } from './route-error.tsx'

/** The page in the frame, which stays where the page fails, even where its own words for that couldn't be fetched. */
export function PageInFrame() {
  const state = useMatches({
    select: matches => {
      const { id, status, updatedAt } = matches.at(-1)!
      return `${id} ${status} ${updatedAt}`
    },
  })
  return (
    <CatchBoundary
      getResetKey={() => state}
      errorComponent={RouteError}
      onCatch={error => {
        if (isNotFound(error)) throw error
      }}
    >
      <Outlet />
    </CatchBoundary>
  )
}
