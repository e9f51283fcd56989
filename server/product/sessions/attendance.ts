import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { sessions } from '#shared/api/sessions.ts'
import { inStates } from '../people/booking-states.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder, withoutFacts } from '../people/person-cards.ts'
import { occurrenceCards } from './occurrence-cards.ts'
import { peopleAt } from './people-at.ts'
import { requireOwnSession } from './queries.ts'
import type { SessionViewer } from './session-cards.ts'

type Page = Pick<z.output<typeof sessions.occurrences.output>, 'occurrences' | 'next_cursor'>

const pageSize = 10

type Stay = {
  occurrence_id: string
  person_id: string
  /** Whether the owner may see the person's profile. */
  visible: boolean
  paid: boolean
  refunded: boolean
  seconds: number
  joined_at: Temporal.Instant | null
  left_at: Temporal.Instant | null
}

type Asked = { id: string; when: 'all' | 'coming' | 'over'; cursor?: string | undefined }

/**
 * A page of occurrences of the owner's session, the latest first or, for upcoming ones, the next first, each
 * with everyone who has a place in it or came, and how long they were there. Of somebody who is blocked or suspended
 * it shows the name and picture alone.
 */
export async function attendancePage(
  db: Database,
  viewer: SessionViewer,
  { id: sessionId, when, cursor }: Asked,
): Promise<Page> {
  await requireOwnSession(db, viewer.userId, sessionId)
  const direction = when === 'coming' ? 'asc' : 'desc'
  const state = { all: sql``, coming: sql`and state = 'planned'`, over: sql`and state = 'over'` }[when]
  const { rows: page } = await sql<{ id: string; starts_at: Temporal.Instant }>`
    select id, starts_at from occurrences where session_id = ${sessionId} ${state}
      and ${afterTimeCursor(cursor, sql`(starts_at, id)`, direction)}
    order by starts_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${sql.lit(pageSize)}`.execute(db)
  const ids = page.map(({ id }) => id)
  const cards = await occurrenceCards(db, viewer, sql`select unnest(${idArray(ids)}) as id`)
  const stays = await staysIn(db, viewer.userId, ids)
  const wanted = [...new Set(stays.map(({ person_id }) => person_id))]
  const hidden = new Set(stays.filter(({ visible }) => !visible).map(({ person_id }) => person_id))
  const people = await personCardsInOrder(db, viewer.userId, wanted)
  const cardOf = new Map(people.map(card => [card.id, hidden.has(card.id) ? withoutFacts(card) : card]))
  const byOccurrence = Map.groupBy(stays, ({ occurrence_id }) => occurrence_id)
  const last = page.at(-1)
  return {
    occurrences: (when === 'coming' ? cards : cards.toReversed()).map(({ occurrence }) => ({
      occurrence,
      people: (byOccurrence.get(occurrence.id) ?? []).map(stay => ({
        person: cardOf.get(stay.person_id)!,
        visible: stay.visible,
        paid: stay.paid,
        refunded: stay.refunded,
        seconds: stay.seconds,
        joined_at: stay.joined_at && isoTime(stay.joined_at),
        left_at: stay.left_at && isoTime(stay.left_at),
      })),
    })),
    next_cursor: last && page.length === pageSize ? timeCursor(last.starts_at, last.id) : null,
  }
}

/** Everyone expected in some occurrences, or who came to them. */
async function staysIn(db: Database, ownerId: string, ids: readonly string[]): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    with expected as (${peopleAt(sql`${ids}::uuid[]`)})
    select expected.occurrence_id, expected.person_id, ${personVisibleTo(ownerId)} as visible,
      exists (select from bookings where occurrence_id = expected.occurrence_id and student_id = expected.person_id
        and state in (${inStates.expected})) as paid,
      exists (select from bookings join payments on payments.booking_id = bookings.id
        where occurrence_id = expected.occurrence_id and student_id = expected.person_id and bookings.state in (${inStates.expected})
          and bookings.amount_cents = (select sum(price_cents) from refunds where payment_id = payments.id)) as refunded,
      coalesce(extract(epoch from sum(left_at - joined_at)), 0)::int as seconds,
      min(joined_at) as joined_at, max(left_at) as left_at
    from expected join users on users.id = expected.person_id
      left join attendances on attendances.occurrence_id = expected.occurrence_id
        and attendances.person_id = expected.person_id
    group by expected.occurrence_id, expected.person_id, users.id
    order by users.name, expected.person_id`.execute(db)
  return rows
}
