import type { Deps } from '#server/deps.ts'
import { createPageMemory } from '#server/platform/http/paging.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { sessionPageSize } from '#shared/api/sessions.ts'
import { findSession, requireOwnSession } from '../sessions/queries.ts'
import { sessionViewer } from '../sessions/session-cards.ts'
import { enrol } from './enrol.ts'
import { leave } from './leave.ts'
import { meetingsOf } from './meeting-list.ts'
import { enrolledPage, enrolledPageSize, unpaidOccurrences } from './queries.ts'

/** Enrollments: who is in a session, and a person's own sessions. */
export function enrolmentRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const pageMemory = createPageMemory()
  const one = async (login: Login, id: string) => ({
    status: 'success' as const,
    session: await findSession(db, sessionViewer(deps, login.userId), id),
  })

  implement(enrolments.enrol, async ({ body, login }) => {
    await enrol(deps, login, body.id, body.undo)
    return one(login, body.id)
  })

  implement(enrolments.leave, async ({ body, login }) => {
    const undo = await leave(deps, login, body.id)
    return { ...(await one(login, body.id)), undo }
  })

  implement(enrolments.ofSession, async ({ query, login }) => {
    await requireOwnSession(db, login.userId, query.id)
    const list = `enrolled ${query.id}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { cards, cursors } = await enrolledPage(db, login.userId, query.id, start)
    return { status: 'success', data: cards, next_cursor: end(cursors, enrolledPageSize) }
  })

  implement(enrolments.unpaid, async ({ query, login }) => {
    const { start, end } = pageMemory.open(login.userId, 'unpaid', query)
    const { cards, cursors } = await unpaidOccurrences(db, sessionViewer(deps, login.userId), start)
    return { status: 'success', data: cards, next_cursor: end(cursors, sessionPageSize) }
  })

  implement(enrolments.meetings, async ({ query, login }) => {
    const list = `meetings ${query.when} ${query.filter}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { cards, cursors } = await meetingsOf(db, sessionViewer(deps, login.userId), query, start)
    return { status: 'success', data: cards, next_cursor: end(cursors, sessionPageSize) }
  })
}
