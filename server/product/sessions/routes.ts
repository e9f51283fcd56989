import type { Deps } from '#server/deps.ts'
import { createTraversals } from '#server/platform/http/paging.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { sessionPageSize, sessions } from '#shared/api/sessions.ts'
import { createSession } from './create-session.ts'
import { findSession, sessionsOfPerson } from './queries.ts'
import { sessionViewer } from './session-cards.ts'

/** Group sessions: planning them, finding them, changing and ending them. */
export function sessionRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const traversals = createTraversals()

  implement(sessions.create, async ({ body, login }) => {
    const id = await createSession(deps, login, body)
    return { status: 'success', session: await findSession(db, sessionViewer(deps, login), id) }
  })

  implement(sessions.get, async ({ query, login }) => ({
    status: 'success',
    session: await findSession(db, sessionViewer(deps, login), query.id),
  }))

  implement(sessions.own, async ({ query, login }) => {
    const list = `person ${query.username ?? ''}`
    const start = traversals.start(login.userId, list, query)
    const found = await sessionsOfPerson(db, sessionViewer(deps, login), query.username, start)
    const ids = found.map(({ id }) => id)
    const next_cursor = traversals.end(login.userId, list, query.offset, ids, sessionPageSize)
    return { status: 'success', sessions: found, next_cursor }
  })
}
