import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { type Alert, alertPageSize, unreadCounted } from '#shared/api/alerts.ts'
import type { KnownKinds } from './kind.ts'
import { namesIn } from './named.ts'

export type AlertRow = {
  id: string
  kind: string
  facts: unknown
  created_at: Temporal.Instant
  read_at: Temporal.Instant | null
}
type Page = { data: Alert[]; next_cursor: string | null; seen: string }

/**
 * A page of a person's alerts, the latest first, and its snapshot: `seen` names every transaction that had
 * committed. Skips alerts that this version can't read.
 */
export async function alertsOf(
  db: Database,
  known: KnownKinds,
  reader: { userId: string; zone: string },
  { after, unread }: { after: string | undefined; unread: boolean },
): Promise<Page> {
  // Read in the same statement: a transaction that commits between two would be in one and not in the other.
  const { rows } = await sql<Partial<AlertRow> & { seen: string }>`
    select seen, page.* from (select pg_current_snapshot()::text as seen) moment left join (
      select id, kind, facts, created_at, read_at from alerts
      where user_id = ${reader.userId} and shown and kind = any(${known.names})
        ${unread ? sql`and read_at is null` : sql``}
        ${after ? sql`and id < ${after}::uuid` : sql``}
      order by id desc limit ${sql.lit(alertPageSize)}) page on true
    order by page.id desc`.execute(db)
  const found = rows.filter((row): row is AlertRow & { seen: string } => row.id != null)
  return {
    data: await inWords(db, known, reader, found),
    next_cursor: found.length < alertPageSize ? null : found.at(-1)!.id,
    seen: rows[0]!.seen,
  }
}

/** How many of a person's alerts are unread, counted up to `unreadCounted`. */
export async function countUnread(db: Database, known: KnownKinds, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select from alerts where user_id = ${userId} and read_at is null and shown and kind = any(${known.names})
      limit ${sql.lit(unreadCounted)}) counted`.execute(db)
  return rows[0]!.unread
}

/** Alerts as their reader sees them, as far as this version can read them. */
export async function inWords(
  db: Database,
  known: KnownKinds,
  { userId, zone }: { userId: string; zone: string },
  rows: readonly AlertRow[],
): Promise<Alert[]> {
  const readable = rows.flatMap(row => {
    const alert = known.read(row.kind, row.facts)
    return alert ? [{ row, ...alert, people: alert.kind.people(alert.facts) }] : []
  })
  const { card, ...names } = await namesIn(db, userId, readable)
  return readable.map(({ row, kind, facts, people: [first] }) => {
    const reader = { zone, toldAt: row.created_at, ...names }
    const { title, about, together } = kind.words(facts, reader)
    return {
      id: row.id,
      kind: row.kind,
      icon: kind.icon,
      group: kind.group,
      date: isoTime(row.created_at),
      read: row.read_at !== null,
      title,
      about,
      link: kind.link(facts, reader),
      person: card(first),
      others: kind.others?.(facts) ?? 0,
      together: together ?? null,
      subject: kind.subject(facts),
    }
  })
}
