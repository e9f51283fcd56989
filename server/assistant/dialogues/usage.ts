import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { AssistantDeps } from '../deps.ts'

/** What an answer is expected to cost at most: its passages, what was said before, the question, and the answer. */
const tokensPerAnswer = 8000

type UsageDeps = Pick<AssistantDeps, 'config' | 'model' | 'now'>

/** Sets tokens aside for an answer, out of what the person has left today (UTC). Looking passages up costs nothing. */
export async function reserve(
  { config, model, now }: UsageDeps,
  trx: Database,
  personId: string,
): Promise<{ tokens: number; day: string }> {
  const day = now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  if (!model) return { tokens: 0, day }
  const { rows } = await sql`
    insert into assistant.usage as used (person_id, day, tokens)
    select ${personId}, ${day}::date, ${tokensPerAnswer}::bigint where ${tokensPerAnswer} <= ${config.ai.tokensPerDay}::bigint
    on conflict (person_id, day) do update set tokens = used.tokens + excluded.tokens
      where used.tokens + excluded.tokens <= ${config.ai.tokensPerDay}::bigint
    returning tokens`.execute(trx)
  if (rows.length === 0) {
    throw problem('quota_exceeded', 'You have used up your answers for today. They are back tomorrow.', {
      retryAfterSeconds: 3600,
    })
  }
  return { tokens: tokensPerAnswer, day }
}

/** How many tokens texts come to, where the provider doesn’t say: at three characters each, rather too many than too few. */
export function tokensOf(...texts: string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 3)
}

/** Gives back what an answer didn't cost, or takes what it cost beyond what was set aside. */
export async function settle(
  db: Database,
  personId: string,
  reserved: { tokens: number; day: string },
  spent: number,
): Promise<void> {
  const back = reserved.tokens - spent
  await sql`update assistant.usage set tokens = greatest(tokens - ${back}, 0)
    where person_id = ${personId} and day = ${reserved.day}::date`.execute(db)
}

/** What a person has used of today’s tokens, and how many of their answers are being written. */
export async function readUsage({ now }: UsageDeps, db: Database, personId: string) {
  const today = now().toZonedDateTimeISO('UTC').toPlainDate()
  const { rows } = await sql<{ tokens: number; streams: number }>`
    select coalesce((select tokens from assistant.usage where person_id = ${personId} and day = ${today.toString()}::date), 0) as tokens,
      (select count(*) from assistant.exchanges where person_id = ${personId} and state = 'answering'
        and answering_until >= ${now()}) as streams`.execute(db)
  return { ...rows[0]!, resetsAt: today.add({ days: 1 }).toZonedDateTime('UTC').toInstant() }
}
