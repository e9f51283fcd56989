import { randomInt, randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Peer, PeerState, WaitingPerson } from '#shared/api/meeting-events.ts'
import { largestPeerCall } from '#shared/api/meetings.ts'
import { pictureUrl } from '../people/picture-url.ts'
import type { RoomRow } from './rooms.ts'

/* Who is connected right now. Presence uses the machines' time, which the database provides for all
   servers; every few seconds a server reports who is connected to it, and a person who isn't reported for
   long counts as gone. Their seat is cleared later than that: after the database was away, or its clock was
   set, everybody counts as gone until their server has reported them. */

export const seenEverySeconds = 5
const goneAfterSeconds = 15

/** Where one connection is: at the door or in the call. */
export type Seat = { roomId: string; personId: string; stay: string; socketId: string }

/** A seat that was cleared or replaced, and whether it was at the door. */
export type ClearedSeat = Pick<Seat, 'roomId' | 'personId' | 'stay'> & { waiting: boolean }

const seatColumns = sql`room_id as "roomId", person_id as "personId", stay, waiting`

/** The id of a person in a call for one stay: when they come back later, they are another peer. */
export const peerIdOf = ({ personId, stay }: Pick<Seat, 'personId' | 'stay'>) => `${personId}.${stay}`

/** The person and the stay in a peer's id. */
export function partsOf(peerId: string): Pick<Seat, 'personId' | 'stay'> {
  const [personId = '', stay = ''] = peerId.split('.')
  return { personId, stay }
}

const nothingShown: PeerState = { microphone: false, camera: false, screen: false, hand: false, board: false }

/**
 * `feed`: the place at the media server that the person still holds; null if they need another. A page of the last release names none,
 * and keeps its place.
 */
type Wish = {
  personId: string
  socketId: string
  stay?: string | undefined
  feed?: number | null | undefined
}

/**
 * Seats a person at the door, or in the call with this attendance id. Returns the seat of an earlier stay that this replaces, too.
 */
export async function takeSeat(
  trx: Trx,
  room: RoomRow,
  { personId, socketId, stay = randomUUID(), feed }: Wish,
  attendanceId: string | null,
): Promise<{ seat: Seat; feed: number | null; replaced: ClearedSeat | null }> {
  const waiting = attendanceId === null
  const { rows: seats } = await sql<ClearedSeat>`
    select ${seatColumns} from meeting_peers
    where room_id = ${room.id} and (person_id = ${personId} or ${isSeen('meeting_peers')})`.execute(trx)
  const guests = seats.filter(
    seat => !seat.waiting && ![personId, room.host_id].includes(seat.personId),
  ).length
  // The host's place is kept for them: without them, nobody could let anyone in or out.
  if (!waiting && room.kind === 'peer' && personId !== room.host_id && guests >= largestPeerCall - 1) {
    throw problem(
      'meeting_full',
      `Video works for up to ${largestPeerCall} people at once here, including the host.`,
    )
  }
  const former = seats.find(seat => seat.personId === personId)
  const isOlder = feed === undefined
  const keepsFeed = sql`meeting_peers.stay = excluded.stay and coalesce(meeting_peers.feed = ${feed ?? null}::bigint, ${isOlder})`
  const { rows: taken } = await sql<{ feed: number | null }>`
    insert into meeting_peers (room_id, person_id, stay, waiting, socket_id, state, feed, feed_joined, attendance_id, seen_at)
    values (${room.id}, ${personId}, ${stay}, ${waiting}, ${socketId}, ${JSON.stringify(nothingShown)},
      ${room.kind === 'sfu' ? randomInt(1, 2 ** 47) : null}, ${isOlder}, ${attendanceId}, clock_timestamp())
    on conflict (room_id, person_id) do update set
      stay = excluded.stay, waiting = excluded.waiting, socket_id = excluded.socket_id, attendance_id = excluded.attendance_id,
      seen_at = excluded.seen_at,
      state = case when meeting_peers.stay = excluded.stay then meeting_peers.state else excluded.state end,
      feed = case when ${keepsFeed} then coalesce(meeting_peers.feed, excluded.feed) else excluded.feed end,
      feed_joined = excluded.feed_joined or ${keepsFeed}
    returning feed`.execute(trx)
  const seat = { roomId: room.id, personId, stay, socketId }
  const replaced = former && former.stay !== stay ? former : null
  return { seat, feed: taken[0]!.feed, replaced }
}

/** Clears a seat, and ends its attendance at a moment. Null if another connection has it by now. */
export function clearOwnSeat(db: Database, seat: Seat, at: Temporal.Instant): Promise<ClearedSeat | null> {
  return clearSeat(db, sql`${isSeat(seat)} and socket_id = ${seat.socketId}`, at)
}

/** Clears a person's seat, whichever connection has it. Null if they have none. */
export function clearSeatOf(
  db: Database,
  { roomId, personId }: Pick<Seat, 'roomId' | 'personId'>,
  at: Temporal.Instant,
): Promise<ClearedSeat | null> {
  return clearSeat(db, sql`room_id = ${roomId} and person_id = ${personId}`, at)
}

/** Clears a seat that a person had over another connection; their attendance ends when they were last seen. */
export function clearEarlierSeat(
  db: Database,
  { personId, stay }: Pick<Seat, 'personId' | 'stay'>,
): Promise<ClearedSeat | null> {
  return clearSeat(db, sql`person_id = ${personId} and stay = ${stay}`, null)
}

/** Clears the seat that meets a condition. Its attendance ends at a moment, or else when it was last extended. */
async function clearSeat(
  db: Database,
  condition: RawBuilder<unknown>,
  at: Temporal.Instant | null,
): Promise<ClearedSeat | null> {
  const { rows } = await sql<ClearedSeat>`
    with gone as (
      delete from meeting_peers where ${condition} returning *
    ), ended as (${extendStays(sql`gone`, at, true)})
    select ${seatColumns} from gone`.execute(db)
  return rows[0] ?? null
}

/** Holds the seat of a lost connection for a while, for its person's return. False if it has none by now. */
export async function holdSeat(db: Database, seat: Seat, at: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    with lost as (
      update meeting_peers set socket_id = null, seen_at = clock_timestamp()
      where ${isSeat(seat)} and socket_id = ${seat.socketId} returning *
    ), extended as (${extendStays(sql`lost`, at, false)})
    select from lost`.execute(db)
  return rows.length > 0
}

/** Whether a seat is still there, also if nobody is connected in it. */
export async function isSeated(db: Database, seat: Seat): Promise<boolean> {
  const { rows } = await sql`select from meeting_peers where ${isSeat(seat)}`.execute(db)
  return rows.length > 0
}

/** Reports who is connected to this server. Returns the sockets of people who have no seat anymore. */
export async function reportPresent(
  db: Database,
  seats: readonly Seat[],
  at: Temporal.Instant,
): Promise<string[]> {
  if (seats.length === 0) return []
  const { rows } = await sql<{ socket: string }>`
    with mine as (
      select * from unnest(${seats.map(seat => seat.roomId)}::uuid[], ${seats.map(seat => seat.personId)}::uuid[],
        ${seats.map(seat => seat.socketId)}::text[]) as mine (room, person, socket)
    ), seen as (
      update meeting_peers set seen_at = clock_timestamp() from mine
      where room_id = room and person_id = person and socket_id = socket returning meeting_peers.*
    ), extended as (${extendStays(sql`seen`, at, false)})
    select socket from mine
    where not exists (select from meeting_peers where room_id = room and person_id = person)`.execute(db)
  return rows.map(({ socket }) => socket)
}

/** A seat whose server doesn't report it, by when it last did. */
export type SilentSeat = Pick<Seat, 'roomId' | 'personId'> & { seenAt: string }

/** The seats that no server has reported for long, though their connections weren't lost. */
export async function silentSeats(db: Database): Promise<SilentSeat[]> {
  const { rows } = await sql<SilentSeat>`
    select room_id as "roomId", person_id as "personId", seen_at::text as "seenAt" from meeting_peers
    where socket_id is not null and not ${isSeen('meeting_peers')}`.execute(db)
  return rows
}

/** Clears the seats of people who didn't come back to them in time, and these silent ones, if they still are. */
export async function clearExpiredSeats(db: Database, silent: readonly SilentSeat[]): Promise<ClearedSeat[]> {
  const { rows } = await sql<ClearedSeat>`
    delete from meeting_peers where not ${isSeen('meeting_peers')} and (
      socket_id is null or (room_id, person_id, seen_at::text) in (
        select * from unnest(${silent.map(seat => seat.roomId)}::uuid[], ${silent.map(seat => seat.personId)}::uuid[],
          ${silent.map(seat => seat.seenAt)}::text[])))
    returning ${seatColumns}`.execute(db)
  return rows
}

/** Stores which media a peer shows; false if the connection isn't in the call anymore. */
export async function showState(db: Database, seat: Seat, state: PeerState): Promise<boolean> {
  const { rows } = await sql`
    update meeting_peers set state = ${JSON.stringify(state)} where ${isSeat(seat)} and ${inCall(seat)} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Lets the others know a peer's place at the media server; false if it isn't theirs. */
export async function showFeed(db: Database, seat: Seat, feed: number): Promise<boolean> {
  const { rows } = await sql`
    update meeting_peers set feed_joined = true where ${isSeat(seat)} and ${inCall(seat)} and feed = ${feed} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a connection is in the call now, and, if a peer is given, in the same call. */
export async function isInCall(db: Database, seat: Seat, withPeer?: string): Promise<boolean> {
  const other = withPeer === undefined ? null : partsOf(withPeer)
  const { rows } = await sql`
    select from meeting_peers where ${isSeat(seat)} and ${inCall(seat)}
      ${
        other
          ? sql`and exists (select from meeting_peers other where other.room_id = ${seat.roomId}
              and other.person_id = ${other.personId}::uuid and other.stay = ${other.stay}::uuid and not other.waiting)`
          : sql``
      }`.execute(db)
  return rows.length > 0
}

/** Everyone in a call, or one of them. */
export async function peersIn(db: Database, roomId: string, personId?: string): Promise<Peer[]> {
  const { rows } = await sql<
    Omit<Peer, 'peer_id' | 'profile_image'> & { stay: string; picture_id: string | null }
  >`
    select meeting_peers.person_id, stay, name, username, picture_id, meeting_peers.person_id = host_id as is_host, state,
      case when feed_joined then feed end as feed, socket_id is null as lost
    from meeting_peers join meeting_rooms on meeting_rooms.id = room_id join users on users.id = meeting_peers.person_id
      join attendances on attendances.id = attendance_id
    where room_id = ${roomId} and not waiting and ${isSeen('meeting_peers')}
      ${personId ? sql`and meeting_peers.person_id = ${personId}` : sql``}
    order by joined_at, meeting_peers.person_id`.execute(db)
  return rows.map(({ stay, picture_id, ...peer }) => ({
    ...peer,
    peer_id: peerIdOf({ personId: peer.person_id, stay }),
    profile_image: pictureUrl(picture_id),
  }))
}

/** Everyone's place at the media server in a call. */
export async function feedsIn(db: Database, roomId: string): Promise<number[]> {
  const { rows } = await sql<{ feed: number }>`
    select feed from meeting_peers where room_id = ${roomId} and not waiting and feed is not null`.execute(db)
  return rows.map(({ feed }) => feed)
}

/** Everyone at the door. */
export async function waitingIn(db: Database, roomId: string): Promise<WaitingPerson[]> {
  const { rows } = await sql<Omit<WaitingPerson, 'profile_image'> & { picture_id: string | null }>`
    select meeting_peers.person_id, name, username, picture_id
    from meeting_peers join users on users.id = meeting_peers.person_id
      left join meeting_admissions admission using (room_id, person_id)
    where room_id = ${roomId} and waiting and ${isSeen('meeting_peers')} and admission.state is distinct from 'admitted'
    order by lower(name), users.id`.execute(db)
  return rows.map(({ picture_id, ...person }) => ({ ...person, profile_image: pictureUrl(picture_id) }))
}

/** The condition that a server has reported a seat lately; `seat` is what the query calls the table. */
export function isSeen(seat: 'seat' | 'meeting_peers'): RawBuilder<boolean> {
  return sql`(${sql.ref(`${seat}.seen_at`)} > clock_timestamp() - ${sql.lit(goneAfterSeconds)} * interval '1 second')`
}

function isSeat({ roomId, personId, stay }: Seat): RawBuilder<boolean> {
  return sql`room_id = ${roomId} and person_id = ${personId} and stay = ${stay}`
}

function inCall({ socketId }: Seat): RawBuilder<boolean> {
  return sql`socket_id = ${socketId} and not waiting`
}

/** Extends the attendances of these seats up to a moment, if one is given. */
function extendStays(
  seats: RawBuilder<unknown>,
  at: Temporal.Instant | null,
  over: boolean,
): RawBuilder<unknown> {
  return sql`
    update attendances set left_at = greatest(left_at, ${at}::timestamptz), over = over or ${over}::boolean
    from ${seats} where attendances.id = ${seats}.attendance_id`
}
