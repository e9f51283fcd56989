import type { Deps } from '#server/deps.ts'
import { createPageMemory, readerOf } from '#server/platform/http/paging.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { sendCalendar } from '#server/platform/http/send-calendar.ts'
import { sessionPageSize, sessions } from '#shared/api/sessions.ts'
import { attendancePage } from './attendance.ts'
import { occurrenceCalendar } from './calendar.ts'
import { type Cancelled, cancelPlaces, cancelPlacesJob } from './cancel-occurrences.ts'
import { createSession } from './create-session.ts'
import { removeSession } from './end-session.ts'
import { findSession, sessionsOfPerson } from './queries.ts'
import { sessionViewer } from './session-cards.ts'
import { sessionsOfClass, sessionsOfCourse } from './sessions-of-class.ts'
import { skipOccurrence } from './skip-occurrence.ts'
import { tendSessions } from './tend-sessions.ts'
import { updateSession } from './update-session.ts'

/** Group sessions: planning them, finding them, changing and ending them. */
export function sessionRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const pageMemory = createPageMemory()
  deps.jobs.define<Cancelled>(cancelPlacesJob, { run: cancelled => cancelPlaces(deps, cancelled) })
  deps.jobs.define('tend-sessions', { run: () => tendSessions(deps), every: '17 * * * *' })

  const one = async (login: Login | null, id: string) => ({
    status: 'success' as const,
    session: await findSession(db, sessionViewer(deps, login?.userId ?? null), id),
  })

  implement(sessions.create, async ({ body, login }) => one(login, await createSession(deps, login, body)))
  implement(sessions.get, ({ query, login }) => one(login, query.id))

  implement(sessions.update, async ({ body, login }) => {
    await updateSession(deps, login, body)
    return one(login, body.id)
  })

  implement(sessions.remove, async ({ body, login }) => {
    await removeSession(deps, login, body.id)
    return { status: 'success' }
  })

  implement(sessions.skip, async ({ body, login }) => {
    const { occurrence_id: occurrenceId, remarks } = body
    return one(login, await skipOccurrence(deps, login, { occurrenceId, remarks }))
  })

  implement(sessions.calendar, async ({ params, login, reply }) =>
    sendCalendar(reply, 'ignite-session.ics', await occurrenceCalendar(deps, login.userId, params.id)),
  )

  implement(sessions.own, async ({ query, login, request }) => {
    if (!login && query.username === undefined) throw problem('unauthenticated', 'Sign in first.')
    const list = `person ${query.username ?? ''}`
    const { start, end } = pageMemory.open(readerOf(login, request), list, query)
    const viewer = sessionViewer(deps, login?.userId ?? null)
    const found = await sessionsOfPerson(db, viewer, query.username, start)
    return { status: 'success', sessions: found.sessions, next_cursor: end(found.ids, sessionPageSize) }
  })

  implement(sessions.ofClass, async ({ query, login }) => {
    const list = `class ${query.crn} ${query.text}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const found = await sessionsOfClass(db, sessionViewer(deps, login.userId), query, start)
    return { status: 'success', sessions: found.sessions, next_cursor: end(found.cursors, sessionPageSize) }
  })

  implement(sessions.ofCourse, async ({ query, login, request }) => {
    const list = `course ${query.course_id}`
    const { start, end } = pageMemory.open(readerOf(login, request), list, query)
    const viewer = sessionViewer(deps, login?.userId ?? null)
    const found = await sessionsOfCourse(db, viewer, query.course_id, start)
    return { status: 'success', sessions: found.sessions, next_cursor: end(found.cursors, sessionPageSize) }
  })

  implement(sessions.occurrences, async ({ query, login }) => ({
    status: 'success',
    ...(await attendancePage(db, sessionViewer(deps, login.userId), query)),
  }))
}
