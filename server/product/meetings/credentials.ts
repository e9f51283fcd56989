import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { iceServers } from '#server/platform/media/ice-servers.ts'
import { type Admission, credentialSeconds, type meetings } from '#shared/api/meetings.ts'
import { closeOf, enterable, findPlace } from './meeting.ts'
import { writePass } from './pass.ts'
import { peopleIn } from './presence.ts'
import { openRoom, setDoor, standingOf } from './rooms.ts'

type Credentials = Omit<z.output<typeof meetings.credentials.output>, 'status'>

/** What lets a person into the meeting of a booking or an occurrence while they may be in it. Asking for it isn't being there. */
export async function giveCredentials(
  deps: Deps,
  { userId, loginId }: Login,
  { bookingId }: { bookingId: string },
): Promise<Credentials> {
  const now = deps.now()
  const place = await findPlace(deps.db, userId, bookingId)
  return deps.db.transaction().execute(async trx => {
    const meeting = await enterable(trx, deps, userId, place)
    const room = await openRoom(trx, deps, meeting)
    const closes = closeOf(meeting)
    const until = earlier(now.add({ seconds: credentialSeconds }), closes)
    return {
      topic: meeting.topic,
      starts_on: isoTime(meeting.start),
      ends_on: isoTime(meeting.end),
      closes_on: isoTime(closes),
      people: await peopleIn(trx, room.id, meeting, userId),
      room: room.id,
      token: writePass(deps.config.secret, { room: room.id, person: userId, login: loginId, until }),
      expires_on: isoTime(until),
      // A relay may ask again for what opened a way through it, for as long as that is used.
      ice_servers: iceServers(deps.config, relayName(userId), closes),
      kind: room.kind as Credentials['kind'],
      role: room.host_id === userId ? 'host' : 'guest',
      admission: room.admission as Admission,
      admitted: (await standingOf(trx, room, userId, now)) === 'admitted',
    }
  })
}

/** Sets whether guests wait to be let in, for the host. Answers the room. */
export async function changeAdmission(
  deps: Deps,
  { userId }: Login,
  { bookingId, admission }: { bookingId: string; admission: Admission },
): Promise<string> {
  const place = await findPlace(deps.db, userId, bookingId)
  return deps.db.transaction().execute(async trx => {
    const room = await openRoom(trx, deps, await enterable(trx, deps, userId, place))
    if (room.host_id !== userId) throw problem('forbidden', 'Only the host decides who comes in.')
    await setDoor(trx, room, admission, deps.now())
    return room.id
  })
}

/** Tells one person's use of the relay from another's, and says to its logs no more than that. */
function relayName(userId: string): string {
  return createHash('sha256').update(`relay ${userId}`).digest('hex').slice(0, 16)
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) < 0 ? a : b
}
