import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, success, uuid } from './fields.ts'
import { personCard, username } from './people.ts'
import { listed, sessionNamed, unwrapped } from './reshape.ts'
import { session, sessionLimits, sessionOwner } from './sessions.ts'

const invitation = z.object({
  id: uuid,
  date: z.iso.datetime(),
  session,
  /** Who sent the invitation. */
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

/** A follower: the first of these that is there names them. */
const invitee = z.object({
  username: z.nullish(username),
  id: z.nullish(uuid),
  /** Finds only people with whom the caller shares an accepted booking, since only they know it. */
  email: z.nullish(z.string().check(z.maxLength(254))),
})
export type Invitee = z.output<typeof invitee>

const list = { offset, cursor }

export const invitations = {
  send: defineCall({
    method: 'POST',
    path: '/api/sessions/invite',
    summary:
      'Invite followers to your session; skips those already invited. Also takes the session itself, around the list or ' +
      'as `session`.',
    failure: 'Unable to invite students to the session',
    access: 'login',
    reshape: body => sessionNamed(listed(unwrapped(body, 'session'), 'invite'), 'id'),
    body: z.object({
      id: uuid,
      /** Usernames, or people as `GET /api/follow/user` lists them. */
      invite: z
        .array(z.union([username, invitee]))
        .check(
          z.minLength(1, 'Choose someone to invite.'),
          z.maxLength(
            sessionLimits.invitesAtOnce,
            `Invite at most ${sessionLimits.invitesAtOnce} people at once.`,
          ),
        ),
    }),
    output: z.object({ status: success, invited: z.number() }),
    errors: ['not_found', 'conflict', 'quota_exceeded', 'invalid'],
    perMinute: 60,
  }),
  received: defineCall({
    method: 'GET',
    path: '/api/sessions/user/invite',
    summary: 'Your unanswered invitations, the latest first.',
    failure: 'Unable to fetch invites',
    access: 'login',
    query: z.object({ ...list }),
    output: z.object({ status: success, data: z.array(invitation), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  accept: defineCall({
    method: 'POST',
    path: '/api/sessions/invite/accept',
    summary: 'Accept an invitation: it enrolls you, and you pay for places like anyone else.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: z.object({ status: success, session }),
    errors: ['not_found', 'conflict'],
  }),
  sent: defineCall({
    method: 'GET',
    path: '/api/sessions/invite/sent',
    summary: 'The people invited to your session, the latest first.',
    access: 'login',
    query: z.object({ id: uuid, ...list }),
    output: z.object({ status: success, data: z.array(sentInvitation), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/sessions/invite/delete',
    summary: 'Decline an invitation to you, or withdraw one that you sent.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: z.object({ status: success }),
    errors: ['not_found', 'conflict'],
  }),
}
