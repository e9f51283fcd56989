import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { MeetingPerson } from '#shared/api/meetings.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { shownTo } from '../people/shown-to.ts'
import { isSeen } from './seats.ts'

/**
 * Everyone whom a meeting expects, its tutor first, and who of them has a seat in the call. A guest sees someone hidden
 * from them only in the call, as everyone there does.
 */
export async function peopleOfRoom(
  trx: Trx,
  roomId: string,
  { people, hostId }: { people: RawBuilder<{ id: string }>; hostId: string },
  viewerId: string,
): Promise<MeetingPerson[]> {
  const { rows } = await sql<{
    id: string
    name: string
    username: string
    picture_id: string | null
    present: boolean
    waiting: boolean
  }>`
    select users.id, name, username, picture_id, seat.waiting is false as present,
      seat.waiting is true and ${viewerId === hostId}::boolean as waiting
    from users left join meeting_peers seat on seat.room_id = ${roomId} and seat.person_id = users.id and ${isSeen('seat')}
    where users.id in (${people}) and (seat.waiting is false or ${hostId}::uuid in (users.id, ${viewerId}::uuid)
      or ${shownTo(viewerId, sql`users.id`)})
    order by users.id = ${hostId} desc, lower(name), users.id`.execute(trx)
  return rows.map(({ picture_id, ...person }) => ({
    ...person,
    profile_image: pictureUrl(picture_id),
    is_you: person.id === viewerId,
    is_tutor: person.id === hostId,
  }))
}
