import { type Selectable, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { type Admission, largestPeerCall, refusedSeconds } from '#shared/api/meetings.ts'
import { type Meeting, type MeetingKey, ofMeeting } from './meeting.ts'

export type RoomRow = Selectable<DB['meeting_rooms']>

/**
 * The room of a meeting, locked; the first person creates it, with the door as its host last set it. When the meeting has got more
 * room than a call between browsers carries, its call moves to the media server, and the database ends everyone's connection: they enter
 * again. It moves back only while nobody is in it: other servers may have the media server that this one lacks.
 */
export async function openRoom(trx: Trx, deps: Deps, { key, hostId, size }: Meeting): Promise<RoomRow> {
  const kind = size > largestPeerCall && deps.config.janus ? 'sfu' : 'peer'
  await sql`
    insert into meeting_rooms (booking_id, occurrence_id, host_id, admission, kind, created_at)
    values (${'bookingId' in key ? key.bookingId : null}, ${'occurrenceId' in key ? key.occurrenceId : null},
      ${hostId}, coalesce((select admission from meeting_rooms where host_id = ${hostId} order by created_at desc limit 1), 'ask'),
      ${kind}, ${deps.now()})
    on conflict do nothing`.execute(trx)
  const room = await lockRoom(trx, key)
  // The media server also carries a call that has got smaller.
  const canStay = room.kind === 'sfu' && (deps.config.janus !== undefined || (await hasCall(trx, room.id)))
  if (room.kind === kind || canStay) return room
  const noMedia = { media_url: null, media_room: null, media_secret: null }
  return trx
    .updateTable('meeting_rooms')
    .set({ kind, ...noMedia })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether anyone is in a room's call, or may still come back to it. */
async function hasCall(trx: Trx, roomId: string): Promise<boolean> {
  const { rows } =
    await sql`select from meeting_peers where room_id = ${roomId} and not waiting limit 1`.execute(trx)
  return rows.length > 0
}

/** The room of a meeting that has one, locked. */
export function lockRoom(trx: Trx, key: MeetingKey): Promise<RoomRow> {
  return trx
    .selectFrom('meeting_rooms')
    .selectAll()
    .where(ofMeeting(key))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Whether a person may be in the call now, has to ask, or was just refused. */
export async function standingOf(
  db: Database,
  room: RoomRow,
  personId: string,
  now: Temporal.Instant,
): Promise<'admitted' | 'asks' | 'refused'> {
  if (room.host_id === personId) return 'admitted'
  const decided = await decisionAbout(db, room.id, personId)
  if (decided?.state === 'admitted') return 'admitted'
  if (decided) {
    const again = decided.decided_at.add({ seconds: refusedSeconds })
    if (Temporal.Instant.compare(now, again) < 0) return 'refused'
  }
  // An open door doesn't let a removed person back in.
  return room.admission === 'direct' && decided?.state !== 'removed' ? 'admitted' : 'asks'
}

/** Whether a guest was let in, and wasn't sent away again. */
export async function wasLetIn(db: Database, roomId: string, personId: string): Promise<boolean> {
  return (await decisionAbout(db, roomId, personId))?.state === 'admitted'
}

function decisionAbout(db: Database, roomId: string, personId: string) {
  return db
    .selectFrom('meeting_admissions')
    .select(['state', 'decided_at'])
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Of several decisions about a guest, the last one counts. */
const insteadOfEarlier = sql`
  on conflict (room_id, person_id) do update set state = excluded.state, decided_at = excluded.decided_at`

/** Stores the decision about a guest. */
export async function storeDecision(
  db: Database,
  roomId: string,
  personId: string,
  state: 'admitted' | 'refused' | 'removed',
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into meeting_admissions (room_id, person_id, state, decided_at)
    values (${roomId}, ${personId}, ${state}, ${now}) ${insteadOfEarlier}`.execute(db)
}

/** Opens or closes the door of a room and of its host's later ones, and admits those who wait when it opens. Returns the rooms. */
export async function setDoors(
  trx: Trx,
  { host_id, created_at }: RoomRow,
  admission: Admission,
  now: Temporal.Instant,
): Promise<string[]> {
  // The next meeting's room may be there already, since its lobby opens before this one ends. Locked in order, as the host can do this in
  // both at once.
  const { rows } = await sql<{ id: string }>`
    update meeting_rooms set admission = ${admission} where id in (
      select id from meeting_rooms where host_id = ${host_id} and created_at >= ${created_at}::timestamptz
      order by created_at, id for no key update)
    returning id`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (admission === 'ask') return ids
  await sql`
    insert into meeting_admissions (room_id, person_id, state, decided_at)
    select room_id, person_id, 'admitted', ${now} from meeting_peers where room_id = any(${ids}::uuid[]) and waiting
    ${insteadOfEarlier}`.execute(trx)
  return ids
}
