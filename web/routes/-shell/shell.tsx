import { lazyRouteComponent, useRouteContext } from '@tanstack/react-router'
import { PageInFrame } from './page-in-frame.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** What stands around the pages of a signed-in person; a visitor's page doesn't need it. */
export const OwnShell = lazyRouteComponent(() => import('./own-shell.tsx'), 'OwnShell')

/** The frame of every page but the front page, the sign-in, the reader and the calls. */
export function Shell() {
  const visits = useRouteContext({ from: '/_signed-in', select: ({ login }) => login === null })
  if (!visits) return <OwnShell />
  return (
    <VisitorFrame>
      <PageInFrame />
    </VisitorFrame>
  )
}
