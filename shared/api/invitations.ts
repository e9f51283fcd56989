import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, success, uuid } from './fields.ts'
import { personCard, username } from './people.ts'
import { session, sessionLimits, sessionOwner } from './sessions.ts'

const invitation = z.object({
  id: uuid,
  date: z.iso.datetime(),
  session,
  /** Who invites. */
  profile: sessionOwner,
})
export type Invitation = z.output<typeof invitation>

const sentInvitation = z.object({
  id: uuid,
  date: z.iso.datetime(),
  state: z.enum(['sent', 'accepted', 'declined', 'withdrawn']),
  person: personCard,
})
export type SentInvitation = z.output<typeof sentInvitation>

const list = { offset, cursor }

export const invitations = {
  send: defineCall({
    method: 'POST',
    path: '/api/sessions/invite',
    summary: 'Invite people who follow one to one’s session; those invited already stay so.',
    access: 'login',
    body: z.object({
      id: uuid,
      /** Usernames. */
      invite: z.array(username).check(z.minLength(1), z.maxLength(sessionLimits.invitesAtOnce)),
    }),
    output: z.object({ status: success, invited: z.number() }),
    errors: ['not_found', 'conflict', 'quota_exceeded', 'invalid'],
    perMinute: 60,
  }),
  received: defineCall({
    method: 'GET',
    path: '/api/sessions/user/invite',
    summary: 'Invitations to oneself that wait for an answer, the latest first.',
    access: 'login',
    query: z.object({ ...list }),
    output: z.object({ status: success, data: z.array(invitation), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  accept: defineCall({
    method: 'POST',
    path: '/api/sessions/invite/accept',
    summary: 'Accept an invitation to oneself: one is enrolled by it, and pays for a place as anyone does.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: z.object({ status: success, session }),
    errors: ['not_found', 'conflict'],
  }),
  sent: defineCall({
    method: 'GET',
    path: '/api/sessions/invite/sent',
    summary: 'Whom one invited to one’s session, the latest first.',
    access: 'login',
    query: z.object({ id: uuid, ...list }),
    output: z.object({ status: success, data: z.array(sentInvitation), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/sessions/invite/delete',
    summary: 'Decline an invitation to oneself, or withdraw one that one sent.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: z.object({ status: success }),
    errors: ['not_found', 'conflict'],
  }),
}
