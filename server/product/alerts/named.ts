import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Alert } from '#shared/api/alerts.ts'
import { inStates } from '../people/booking-states.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { shownTo } from '../people/shown-to.ts'
import type { ReadAlert, Reader } from './kind.ts'

type Named = Omit<Reader, 'zone' | 'toldAt'> & {
  /** A person as a line shows them; null if they left. */
  card: (id: string | undefined) => Alert['person']
}

/**
 * The current names of the people and things in a person's alerts, and what others wrote about them and where they
 * meet, unless a block hides the two from each other. One query for each kind of thing that occurs.
 */
export async function namesIn(db: Database, readerId: string, alerts: readonly ReadAlert[]): Promise<Named> {
  const things = alerts.map(({ kind, facts }) => kind.things?.(facts) ?? {})
  const [people, bookings, sessions, occurrences, posts] = await Promise.all([
    byId(
      alerts.flatMap(({ kind, facts }) => kind.people(facts)),
      ids =>
        db
          .selectFrom('users')
          .select(['id', 'name', 'username', 'picture_id', 'deleted_at'])
          .select(shownTo(readerId, sql`id`).as('shown'))
          .where('id', 'in', ids)
          .execute(),
    ),
    byId(
      things.map(({ booking }) => booking),
      ids =>
        db
          .selectFrom('bookings')
          .leftJoin('occurrences', 'occurrences.id', 'occurrence_id')
          .leftJoin('sessions', 'sessions.id', 'session_id')
          .select(['bookings.id', 'topic', 'bookings.rate_cents'])
          // A student who paid for a place still has to find it.
          .select(
            sql<
              string | null
            >`case when ${shownTo(readerId, sql`tutor_id`)} or bookings.state in (${inStates.agreed}) then location end`.as(
              'location',
            ),
          )
          // The remarks belong to the person who canceled, or otherwise to the tutor who answered.
          .select(sql<string>`coalesce(cancelled_by, tutor_id)`.as('writer_id'))
          .select(
            sql<
              string | null
            >`case when ${shownTo(readerId, sql`coalesce(cancelled_by, tutor_id)`)} then bookings.remarks end`.as(
              'remarks',
            ),
          )
          .where('bookings.id', 'in', ids)
          .execute(),
    ),
    byId(
      things.map(({ session }) => session),
      ids =>
        db
          .selectFrom('sessions')
          .select(['id', 'title', 'rate_cents'])
          .select(
            sql<string | null>`case when ${shownTo(readerId, sql`owner_id`)} then location end`.as(
              'location',
            ),
          )
          .where('id', 'in', ids)
          .execute(),
    ),
    byId(
      things.map(({ occurrence }) => occurrence),
      ids =>
        db
          .selectFrom('occurrences')
          .innerJoin('sessions', 'sessions.id', 'session_id')
          .select('occurrences.id')
          .select(
            sql<string | null>`case when ${shownTo(readerId, sql`owner_id`)} then remarks end`.as('remarks'),
          )
          .where('occurrences.id', 'in', ids)
          .execute(),
    ),
    byId(
      things.map(({ post }) => post),
      ids =>
        db
          .selectFrom('posts')
          .select(['id', 'title'])
          .where('id', 'in', ids)
          .where('author_id', '=', readerId)
          .execute(),
    ),
  ])
  return {
    name: id => people.get(id)?.name ?? 'Someone',
    username: id => people.get(id)?.username ?? '',
    shown: id => people.get(id)?.shown ?? false,
    topic: id => bookings.get(id)?.topic ?? 'A meeting',
    title: id => sessions.get(id)?.title ?? 'A session',
    postTitle: id => posts.get(id)?.title ?? 'A post',
    onSite(id) {
      const meeting = bookings.get(id) ?? sessions.get(id)
      return meeting?.location ? { location: meeting.location, paid: meeting.rate_cents !== null } : null
    },
    remarks(id, writerId) {
      const booking = bookings.get(id)
      return booking?.writer_id === writerId ? booking.remarks : null
    },
    remarksOfTime: id => occurrences.get(id)?.remarks ?? null,
    card(id) {
      const person = id === undefined ? undefined : people.get(id)
      if (!person || person.deleted_at !== null) return null
      const { name, username, picture_id } = person
      return { id: person.id, name, username, profile_image: pictureUrl(picture_id) }
    },
  }
}

async function byId<T extends { id: string }>(
  ids: readonly (string | null | undefined)[],
  read: (ids: string[]) => Promise<T[]>,
): Promise<Map<string, T>> {
  const wanted = [...new Set(ids.filter(id => id != null))]
  const rows = wanted.length === 0 ? [] : await read(wanted)
  return new Map(rows.map(row => [row.id, row]))
}
