import type { Deps } from '#server/deps.ts'
import { calendarFile, occurrenceEntry } from '#shared/domain/ics.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { noSession } from './queries.ts'

/**
 * An occurrence as a calendar file for its teacher, or for people enrolled in a free meeting. With the
 * session's version, a calendar replaces its old entry.
 */
export async function occurrenceCalendar(
  { db, config: { publicUrl }, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  viewerId: string,
  id: string,
): Promise<string> {
  const found = await db
    .selectFrom('occurrences')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['session_id', 'title', 'location', 'version', 'starts_at', 'ends_at', 'state'])
    .select(['owner_id', 'users.name as owner_name'])
    .where('occurrences.id', '=', id)
    .where(personVisibleTo(viewerId))
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('owner_id', '=', viewerId),
        and([
          eb('free', '=', true),
          exists(
            selectFrom('enrolments')
              .select('person_id')
              .whereRef('enrolments.session_id', '=', 'sessions.id')
              .where('person_id', '=', viewerId),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (!found) throw noSession()
  const entry = {
    id,
    sessionId: found.session_id,
    start: found.starts_at,
    end: found.ends_at,
    title: found.title,
    teacher: found.owner_id === viewerId ? null : found.owner_name,
    location: found.location,
  }
  return calendarFile({
    ...occurrenceEntry(entry, publicUrl),
    uid: `occurrence-${id}@${new URL(publicUrl).hostname}`,
    sequence: found.version,
    cancelled: found.state === 'cancelled',
    stamp: now(),
  })
}
