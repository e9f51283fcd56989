import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { refreshOpenPages } from './open-pages.ts'

type Ended = {
  people: readonly string[]
  kinds: readonly string[]
  /** What the facts of these alerts have in common. */
  about: Record<string, string>
}

/** Marks people's alerts as read whose cause is dealt with, and refreshes their open pages if that changed any. */
export async function readAlerts(
  trx: Trx,
  deps: Pick<Deps, 'now' | 'realtime'>,
  { people, kinds, about }: Ended,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    update alerts set read_at = ${deps.now()}::timestamptz
    where user_id = any(${people}::uuid[]) and kind = any(${kinds}) and read_at is null
      and facts @> ${JSON.stringify(about)}::jsonb
    returning user_id`.execute(trx)
  for (const userId of new Set(rows.map(row => row.user_id))) refreshOpenPages(trx, deps, userId)
}
