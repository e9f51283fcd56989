import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { Admission } from '#shared/api/meetings.ts'
import { enterable, findMeeting } from './find-meeting.ts'
import { openRoom, setDoors } from './rooms.ts'

/** Sets for the host whether guests wait to be admitted, also in their later meetings. Returns the rooms. */
export async function setDoor(
  deps: Deps,
  { userId }: Login,
  { bookingId, admission }: { bookingId: string; admission: Admission },
): Promise<string[]> {
  const key = await findMeeting(deps.db, userId, bookingId)
  return deps.db.transaction().execute(async trx => {
    const room = await openRoom(trx, deps, await enterable(trx, deps, userId, key))
    if (room.host_id !== userId) throw problem('forbidden', 'Only the host decides who comes in.')
    return setDoors(trx, room, admission, deps.now())
  })
}
