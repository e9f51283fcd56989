import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import type { AssistantExchanges } from '#server/platform/db/types.gen.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { type AnswerMode, dialogueLimits } from '#shared/api/dialogues.ts'
import type { AssistantDeps } from '../deps.ts'
import { readableBy } from '../documents/readable.ts'
import type { Asker } from './messages.ts'
import { looksLikeExercise } from './prompt.ts'
import { reserve } from './usage.ts'

export type AskedQuestion = {
  session_id: string
  content?: string | null | undefined
  message?: string | null | undefined
  selectedText?: string | null | undefined
  selectedPage?: number | undefined
  selectedFrom?: string | undefined
  post_id?: string | undefined
  mode?: AnswerMode | undefined
  client_id?: string | undefined
}

export type Begun = Asker & {
  exchangeId: string
  /** The number of this attempt at the answer; a later attempt takes over. */
  attempt: number
  dialogueId: string
  postId: string
  /** The document that the question is about, or that the text was selected in. */
  documentId: string
  question: string
  selected: string | null
  /** The page that it is on, or else the one that is open. */
  selectedPage: number | null
  mode: AnswerMode
  /** Tokens reserved for it, and on which day. */
  reserved: { tokens: number; day: string }
}

/** An answer that was already complete when the client asked again. */
export type Known = { exchangeId: string; known: true }

/**
 * An answer whose writer hasn't renewed its lease for this long has lost its server. The writer renews it every two seconds; the
 * rest is for slow queries and for servers whose clocks differ a little.
 */
const leaseSeconds = 15

/** Until when an answer counts as being written, unless its writer renews the lease. */
export function leaseEnd(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: leaseSeconds })
}

/**
 * Begins an answer: stores the question, takes one of the person's two slots, and reserves the tokens that it
 * may cost, all or nothing. Asked again under the same client id, it restarts an answer that broke off, whose text stays until
 * there is a new one, and returns a complete one.
 */
export async function beginAnswer(
  deps: Pick<AssistantDeps, 'db' | 'now' | 'config' | 'model'>,
  { personId, loginId }: Asker,
  asked: AskedQuestion,
): Promise<Begun | Known> {
  const question = asked.content || asked.message || ''
  const selected = asked.selectedText || null
  if (question === '' && selected === null) throw invalidField('body.content', 'Question is required.')
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    // Locks per person, since several questions at once would each see a free slot.
    await lockName(trx, `assistant ${personId}`)
    const clientId = asked.client_id ?? randomUUID()
    const before = await findBefore(trx, personId, asked.session_id, clientId)
    // What was selected is of the document that was open at the first attempt.
    const dialogue = await findOpen(trx, personId, { ...asked, post_id: before?.post_id ?? asked.post_id })
    if (before?.state === 'done') return { exchangeId: before.id, known: true as const }
    const alive = sql`state = 'answering' and answering_until >= ${now}`
    const { rows: writing } = await sql<{ id: string }>`
      select id from assistant.exchanges where person_id = ${personId} and ${alive}`.execute(trx)
    if (writing.some(({ id }) => id === before?.id)) {
      throw problem('conflict', 'Study Pal AI is still writing this answer.')
    }
    if (writing.length >= dialogueLimits.streams) {
      throw problem(
        'rate_limited',
        'Study Pal AI is still writing two of your answers. Wait for one to finish.',
        {
          retryAfterSeconds: 5,
        },
      )
    }
    const reserved = await reserve(trx, deps, personId)
    const documentId = (selected !== null && asked.selectedFrom) || dialogue.document_id
    const mode = asked.mode ?? (looksLikeExercise(question, selected, dialogue.title) ? 'hint' : 'explain')
    const { rows } = await sql<{ id: string; attempt: number }>`
      insert into assistant.exchanges (dialogue_id, person_id, client_id, post_id, document_id, question, selected_text,
        selected_page, mode, answering_until, created_at)
      values (${dialogue.id}, ${personId}, ${clientId}, ${dialogue.post_id}, ${documentId}, ${question}, ${selected},
        ${asked.selectedPage ?? null}, ${mode}, ${leaseEnd(now)}, ${now})
      on conflict (dialogue_id, client_id) do update set
        state = 'answering', answering_until = excluded.answering_until, attempt = exchanges.attempt + 1
      returning id, attempt`.execute(trx)
    const { id: exchangeId, attempt } = rows[0]!
    await sql`update assistant.dialogues set updated_at = ${now} where id = ${dialogue.id}`.execute(trx)
    return {
      exchangeId,
      attempt,
      dialogueId: dialogue.id,
      personId,
      loginId,
      postId: dialogue.post_id,
      documentId,
      question,
      selected,
      selectedPage: asked.selectedPage ?? null,
      mode,
      reserved,
    }
  })
}

/** The dialogue, if it belongs to the person and they can open the document. */
async function findOpen(
  trx: Trx,
  personId: string,
  { session_id, post_id }: AskedQuestion,
): Promise<{ id: string; post_id: string; document_id: string; title: string }> {
  const { rows } = await sql<{ id: string; post_id: string | null; document_id: string; title: string }>`
    select dialogues.id, posts.id as post_id, posts.document_id, posts.title
    from assistant.dialogues left join assistant.posts
      on posts.id = coalesce(${post_id ?? null}::uuid, dialogues.post_id) and ${readableBy(personId)}
    where dialogues.id = ${session_id} and person_id = ${personId}`.execute(trx)
  const found = rows[0]
  if (!found) throw problem('not_found', 'We couldn’t find that chat. It may have been deleted.')
  if (!found.post_id) throw problem('not_found', 'We couldn’t find that document. It may have been deleted.')
  return { ...found, post_id: found.post_id }
}

async function findBefore(trx: Trx, personId: string, dialogueId: string, clientId: string) {
  const { rows } = await sql<{ id: string; state: Selectable<AssistantExchanges>['state']; post_id: string }>`
    select id, state, post_id from assistant.exchanges
    where dialogue_id = ${dialogueId} and client_id = ${clientId} and person_id = ${personId}`.execute(trx)
  return rows[0]
}
