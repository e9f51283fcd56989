import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newStrangersADay } from '#shared/api/conversations.ts'

/**
 * Decides how a conversation without messages begins: open if the other person hears from the sender anyway,
 * otherwise as a request. The caller has locked the conversation's row.
 */
export async function beginConversation(
  trx: Trx,
  conversationId: string,
  personId: string,
  otherId: string,
  now: Temporal.Instant,
): Promise<'open' | 'request'> {
  const { rows } = await sql<{ tied: boolean; asked: boolean }>`
    select exists (select from chat.ties where person_id = ${otherId} and other_id = ${personId}) as tied,
      started_by = ${personId} and asked_at > ${since(now)} as asked
    from chat.conversations where id = ${conversationId}`.execute(trx)
  const { tied, asked } = rows[0]!
  const state = tied ? 'open' : 'request'
  if (!tied && !asked) await takeOneOfToday(trx, personId, now)
  await sql`
    with begun as (
      update chat.conversations
      set state = ${state}, started_by = ${personId},
        asked_at = case when ${tied} then null when ${asked} then asked_at else ${now}::timestamptz end
      where id = ${conversationId}
    )
    update chat.members
    set folder = case when person_id = ${personId} or ${tied} then 'inbox' else 'requests' end
    where conversation_id = ${conversationId}`.execute(trx)
  return state
}

/**
 * Refuses people who have started enough conversations with strangers today. Several at once wait for each
 * other.
 */
async function takeOneOfToday(trx: Trx, personId: string, now: Temporal.Instant): Promise<void> {
  await lockName(trx, `chat requests of ${personId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chat.conversations
    where started_by = ${personId} and asked_at > ${since(now)}`.execute(trx)
  if (rows[0]!.count < newStrangersADay) return
  throw problem(
    'quota_exceeded',
    'You’ve messaged a lot of new people today. Wait for some of them to answer, or try again tomorrow.',
  )
}

const since = (now: Temporal.Instant) => now.subtract({ hours: 24 })
