import { sql } from 'kysely'
import { tokensPerAnswer } from '#server/config/settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { AssistantDeps } from '../deps.ts'

type UsageDeps = Pick<AssistantDeps, 'config' | 'model' | 'now'>

/**
 * Reserves tokens for an answer, out of what the person has left today (UTC). Looking up passages costs
 * nothing.
 */
export async function reserve(
  trx: Database,
  { config, model, now }: UsageDeps,
  personId: string,
): Promise<{ tokens: number; day: string }> {
  const day = now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  if (!model) return { tokens: 0, day }
  const { rows } = await sql`
    insert into assistant.usage as used (person_id, day, tokens)
    values (${personId}, ${day}::date, ${tokensPerAnswer}::bigint)
    on conflict (person_id, day) do update set tokens = used.tokens + excluded.tokens
      where used.tokens + excluded.tokens <= ${config.ai.tokensPerDay}::bigint
    returning tokens`.execute(trx)
  if (rows.length === 0) {
    throw problem('quota_exceeded', 'You’ve used all of today’s answers. You’ll get more tomorrow.', {
      retryAfterSeconds: 3600,
    })
  }
  return { tokens: tokensPerAnswer, day }
}

/**
 * An estimate of the tokens in texts, for when the provider doesn’t say: three characters each, which rather
 * overestimates.
 */
export function tokensOf(...texts: string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 3)
}

/**
 * Returns an attempt's unused reserved tokens, or charges those beyond the reserve; comes before the row says
 * that the attempt has ended. One that has ended settled then, even if its writer never learned of the commit.
 */
export async function settle(
  db: Database,
  attempted: {
    personId: string
    exchangeId: string
    attempt: number
    reserved: { tokens: number; day: string }
  },
  spent: number,
): Promise<void> {
  const { personId, exchangeId, attempt, reserved } = attempted
  const back = reserved.tokens - spent
  // Locks the exchange before the usage, as forgetting a person does.
  await sql`
    with attempted as (
      select state from assistant.exchanges where id = ${exchangeId} and attempt = ${attempt} for no key update
    )
    update assistant.usage set tokens = greatest(tokens - ${back}, 0)
    where person_id = ${personId} and day = ${reserved.day}::date
      and not exists (select from attempted where state <> 'answering')`.execute(db)
}

/** How many of today’s tokens a person has used, and how many of their answers are being written. */
export async function readUsage(db: Database, { now }: UsageDeps, personId: string) {
  const today = now().toZonedDateTimeISO('UTC').toPlainDate()
  const { rows } = await sql<{ tokens: number; streams: number }>`
    select coalesce((select tokens from assistant.usage where person_id = ${personId} and day = ${today.toString()}::date), 0) as tokens,
      (select count(*) from assistant.exchanges where person_id = ${personId} and state = 'answering'
        and answering_until >= ${now()}) as streams`.execute(db)
  return { ...rows[0]!, resetsAt: today.add({ days: 1 }).toZonedDateTime('UTC').toInstant() }
}
