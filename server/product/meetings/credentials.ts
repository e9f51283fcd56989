import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Login } from '#server/platform/http/router.ts'
import { iceServers } from '#server/platform/media/ice-servers.ts'
import { credentialSeconds, type meetings } from '#shared/api/meetings.ts'
import { enterable, findMeeting } from './find-meeting.ts'
import { closeOf } from './meeting.ts'
import { writePass } from './pass.ts'
import { peopleOfRoom } from './presence.ts'
import { openRoom, standingOf } from './rooms.ts'

type Credentials = Omit<z.output<typeof meetings.credentials.output>, 'status'>

/**
 * What a person needs to enter the meeting of a booking or an occurrence, while they may be in it. Requesting
 * it isn't attendance.
 */
export async function giveCredentials(
  deps: Deps,
  { userId, loginId }: Login,
  { bookingId }: { bookingId: string },
): Promise<Credentials> {
  const now = deps.now()
  const key = await findMeeting(deps.db, userId, bookingId)
  return deps.db.transaction().execute(async trx => {
    const meeting = await enterable(trx, deps, userId, key)
    const room = await openRoom(trx, deps, meeting)
    const closes = closeOf(meeting)
    const until = earlier(now.add({ seconds: credentialSeconds }), closes)
    return {
      topic: meeting.topic,
      starts_on: isoTime(meeting.start),
      ends_on: isoTime(meeting.end),
      closes_on: isoTime(closes),
      people: await peopleOfRoom(trx, room.id, meeting, userId),
      room: room.id,
      token: writePass(deps.config.secret, { room: room.id, person: userId, login: loginId, until }),
      expires_on: isoTime(until),
      // A relay may check the credentials again for as long as they are in use.
      ice_servers: iceServers(deps.config, relayName(userId), closes),
      kind: room.kind,
      role: room.host_id === userId ? 'host' : 'guest',
      admission: room.admission,
      admitted: (await standingOf(trx, room, userId, now)) === 'admitted',
    }
  })
}

/** Separates people in the relay's quotas, and tells its logs nothing more. */
function relayName(userId: string): string {
  return createHash('sha256').update(`relay ${userId}`).digest('hex').slice(0, 16)
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) < 0 ? a : b
}
