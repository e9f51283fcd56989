import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { type Message, messagePageSize, type Source } from '#shared/api/dialogues.ts'
import { cutText } from '../cut-text.ts'
import { readableBy } from '../documents/readable.ts'

type Row = {
  id: string
  client_id: string
  question: string
  selected_text: string | null
  selected_page: number | null
  mode: Message['mode']
  answer: string
  state: Message['state']
  grounded: boolean
  model: string | null
  created_at: Temporal.Instant
  /** The person can no longer open the document they asked about, or another one that the answer used. */
  withheld: boolean
  sources: Source[]
}

const withheldText = 'This answer used a document that has been deleted.'

/** The newest exchanges of a dialogue before one of them, as messages in the order they were written. */
export async function messagesOf(
  db: Database,
  personId: string,
  dialogueId: string,
  now: Temporal.Instant,
  before: string | null,
): Promise<{ messages: Message[]; next_cursor: string | null }> {
  const older = before === null ? sql`true` : sql`exchanges.id < ${before}::uuid`
  const size = messagePageSize / 2
  const exchanges = await readExchanges(
    db,
    personId,
    now,
    sql`dialogue_id = ${dialogueId} and ${older} order by exchanges.id desc limit ${sql.lit(size)}`,
  )
  return {
    messages: exchanges.toReversed().flatMap(messagesOfExchange),
    next_cursor: exchanges.length === size ? exchanges.at(-1)!.id : null,
  }
}

/** Who asks: a person, and their login. */
export type Asker = { personId: string; loginId: string }

/** The answer of an exchange of the person; null if it is gone, or their login has ended. */
export async function answerOf(
  db: Database,
  asker: Asker,
  exchangeId: string,
  now: Temporal.Instant,
): Promise<Message | null> {
  const exchange = await readFor(db, asker, exchangeId, now)
  return exchange ? messagesOfExchange(exchange)[1] : null
}

/** Whether an answer may go on to who asked: they are signed in, and can open everything that it goes by. */
export async function isOpenTo(
  db: Database,
  asker: Asker,
  exchangeId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const exchange = await readFor(db, asker, exchangeId, now)
  return exchange?.withheld === false
}

async function readFor(
  db: Database,
  { personId, loginId }: Asker,
  exchangeId: string,
  now: Temporal.Instant,
): Promise<Row | undefined> {
  const signedIn = sql`exists (select from assistant.logins where logins.id = ${loginId} and expires_at > ${now})`
  const [exchange] = await readExchanges(db, personId, now, sql`exchanges.id = ${exchangeId} and ${signedIn}`)
  return exchange
}

const remembered = { exchanges: 4, characters: 1500, selected: 750 }

/** A question of before, what was selected for it, and its answer. */
export type Earlier = { question: string; selected: string | null; answer: string }

/**
 * Earlier questions and answers of a dialogue, shortened, for the model to continue from. Leaves out answers based on a document
 * that the person can’t open anymore, and quotations from one (security P-2).
 */
export async function earlierOf(
  db: Database,
  personId: string,
  dialogueId: string,
  exchangeId: string,
  now: Temporal.Instant,
): Promise<Earlier[]> {
  const exchanges = await readExchanges(
    db,
    personId,
    now,
    sql`dialogue_id = ${dialogueId} and exchanges.id < ${exchangeId}::uuid and state in ('done', 'stopped') and answer <> ''
      and asked_about.readable order by exchanges.id desc limit ${sql.lit(remembered.exchanges)}`,
  )
  return exchanges
    .filter(({ withheld }) => !withheld)
    .toReversed()
    .map(({ question, selected_text, answer }) => ({
      question: cutText(question, remembered.characters),
      selected: selected_text && cutText(selected_text, remembered.selected),
      answer: cutText(answer, remembered.characters),
    }))
}

/**
 * Exchanges as the person may read them now. What was selected in a document goes with it, also when another replaces
 * it, and so does every answer about it: even without a source, an answer repeats what was selected, or goes on from
 * an answer that had one (security P-2).
 */
async function readExchanges(
  db: Database,
  personId: string,
  now: Temporal.Instant,
  which: ReturnType<typeof sql>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select exchanges.id, client_id, question, case when asked_about.readable then selected_text end as selected_text,
      case when asked_about.readable then selected_page end as selected_page, mode, answer, grounded, model, created_at,
      case when state = 'answering' and answering_until < ${now} then 'stopped' else state end as state,
      not asked_about.readable or given.withheld as withheld, given.sources
    from assistant.exchanges, lateral (
      select exists (select from assistant.posts where posts.id = exchanges.post_id
        and posts.document_id = coalesce(exchanges.document_id, posts.document_id) and ${readableBy(personId)}) as readable
    ) asked_about, lateral (
      select coalesce(bool_or(open.id is null), false) as withheld,
        coalesce(json_agg(json_build_object('number', number, 'id', open.id, 'post_id', open.post_id, 'title', title,
          'doc_url', document_id, 'page', page, 'heading', heading, 'text', text, 'boxes', boxes, 'quote', quote,
          'name', open.name, 'is_owner', open.author_id = ${personId}::uuid)
          order by number) filter (where cited), '[]') as sources
      from assistant.sources left join lateral (
        select passages.id, posts.id as post_id, posts.title, posts.document_id, page, heading, text, boxes, author_id, people.name
        from assistant.passages join assistant.posts using (document_id) join assistant.people on people.id = author_id
        where passages.id = sources.passage_id and ${readableBy(personId)}
      ) open on true
      where exchange_id = exchanges.id
    ) given
    where person_id = ${personId} and ${which}`.execute(db)
  return rows
}

function messagesOfExchange(row: Row): [Message, Message] {
  const both = {
    exchange_id: row.id,
    timestamp: isoTime(row.created_at),
    client_id: row.client_id,
    mode: row.mode,
  }
  return [
    {
      ...both,
      id: `${row.id}-question`,
      role: 'user',
      text: row.question,
      selectedText: row.selected_text,
      selectedPage: row.selected_page,
      sources: [],
      state: 'done',
      grounded: false,
      model: null,
    },
    {
      ...both,
      id: `${row.id}-answer`,
      role: 'assistant',
      text: row.withheld ? withheldText : row.answer,
      selectedText: null,
      selectedPage: null,
      sources: row.withheld ? [] : row.sources,
      state: row.state,
      grounded: row.grounded && !row.withheld,
      model: row.model,
    },
  ]
}
