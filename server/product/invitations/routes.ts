import type { Deps } from '#server/deps.ts'
import { createPageMemory } from '#server/platform/http/paging.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { invitations } from '#shared/api/invitations.ts'
import { sessionPageSize } from '#shared/api/sessions.ts'
import { findSession, requireOwnSession } from '../sessions/queries.ts'
import { sessionViewer } from '../sessions/session-cards.ts'
import { acceptInvitation, removeInvitation } from './answer-invitation.ts'
import { receivedInvitations, sentInvitations, sentPageSize } from './queries.ts'
import { sendInvitations } from './send-invitations.ts'

/** Invitations of followers to group sessions. */
export function invitationRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const pageMemory = createPageMemory()

  implement(invitations.send, async ({ body, login }) => ({
    status: 'success',
    invited: await sendInvitations(deps, login, body),
  }))

  implement(invitations.received, async ({ query, login }) => {
    const { start, end } = pageMemory.open(login.userId, 'received', query)
    const { cards, cursors } = await receivedInvitations(db, sessionViewer(deps, login.userId), start)
    return { status: 'success', data: cards, next_cursor: end(cursors, sessionPageSize) }
  })

  implement(invitations.accept, async ({ body, login }) => {
    const sessionId = await acceptInvitation(deps, login, body.id)
    return { status: 'success', session: await findSession(db, sessionViewer(deps, login.userId), sessionId) }
  })

  implement(invitations.sent, async ({ query, login }) => {
    await requireOwnSession(db, login.userId, query.id)
    const list = `sent ${query.id}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { cards, cursors } = await sentInvitations(db, login.userId, query.id, start)
    return { status: 'success', data: cards, next_cursor: end(cursors, sentPageSize) }
  })

  implement(invitations.remove, async ({ body, login }) => {
    await removeInvitation(deps, login, body.id)
    return { status: 'success' }
  })
}
