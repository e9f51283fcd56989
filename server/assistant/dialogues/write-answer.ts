import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnswerEvent, answerFailures, type Message } from '#shared/api/dialogues.ts'
import type { IndexedDocument, Passage } from '#shared/api/documents.ts'
import { counted } from '#shared/domain/counted.ts'
import type { AssistantDeps } from '../deps.ts'
import { countRead, documentOfPost } from '../documents/queries.ts'
import { ModelFailure } from '../model/failure.ts'
import type { Model } from '../model/model.ts'
import { asksForOverview, asksOfOpenPage, pointsBack } from '../retrieval/kinds.ts'
import { meaningOf } from '../retrieval/nearest.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { type Begun, leaseEnd } from './begin-answer.ts'
import { settleCitations } from './citations.ts'
import { extract } from './extractive.ts'
import { answerOf, type Earlier, earlierOf, isOpenTo } from './messages.ts'
import { makePrompt } from './prompt.ts'
import { settle, tokensOf } from './usage.ts'

/**
 * How often the server renews an answer's lease, saves its text so far, for a person who comes back after a crash, and looks
 * whether its reader may still read it.
 */
const keepEveryMs = 2_000

/** What the server found for an answer. */
type Material = { passages: Passage[]; strong: boolean; note: string | null; earlier: Earlier[] }
/** Counting more would take longer than it tells. */
const countedDocuments = 1_000

type Draft = {
  /** What the answer may cite. */
  passages: Passage[]
  text: string
  /** Our estimate of the tokens sent to the model. */
  sent: number
  /** The total that the model reports. */
  tokens: number | null
}

/**
 * Writes an answer and streams it: first its ids, then pieces of text, then exactly one end, complete or with
 * an error. It breaks off when its reader has left, or when `ending` says so. Whatever happens, it saves the text so far and how
 * the answer ended, and returns unused tokens; tokens sent to the model are used even if nobody stayed for the answer.
 */
export async function* writeAnswer(
  deps: AssistantDeps,
  begun: Begun,
  left: AbortSignal,
  ending: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const over = new AbortController()
  const signal = AbortSignal.any([left, ending, over.signal])
  // What else ends it may come before that or after.
  const isLeft = () => left.aborted && signal.reason === left.reason
  const draft: Draft = { passages: [], text: '', sent: 0, tokens: null }
  let kept = false
  try {
    yield { content: '', done: false, exchange_id: begun.exchangeId }
    for await (const text of write(deps, begun, draft, signal, over)) yield { content: text, done: false }
    if (draft.text === '') throw new ModelFailure('the answer is empty')
    const message = await keep(deps, begun, draft, 'done')
    kept = true
    if (message?.state === 'done')
      yield { content: '', done: true, exchange_id: begun.exchangeId, message, sources: message.sources }
    else yield failure(begun.exchangeId, message)
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ err: error, exchange: begun.exchangeId }, 'an answer failed partway')
    const message = kept ? null : await keepBroken(deps, begun, draft, isLeft())
    kept = true
    yield failure(begun.exchangeId, message)
  } finally {
    // The person left while a piece was on its way to them.
    if (!kept) await keepBroken(deps, begun, draft, isLeft())
  }
}

/** The end of an answer that broke off, with what was kept of it. */
export function failure(exchangeId: string, message: Message | null): AnswerEvent {
  return {
    content: '',
    done: true,
    exchange_id: exchangeId,
    ...(message && { message, sources: message.sources }),
    error: answerFailures.failed,
    code: 'upstream_unavailable',
  }
}

/** Writes the text of an answer. Renews its lease from the search until the last word, however long the model says nothing. */
async function* write(
  deps: AssistantDeps,
  begun: Begun,
  draft: Draft,
  signal: AbortSignal,
  over: AbortController,
): AsyncGenerator<string> {
  const written = new AbortController()
  void keepSoFar(deps, begun, draft, over, written.signal)
  try {
    const material = await findMaterial(deps, begun)
    draft.passages = passagesUsed(deps, material)
    if (!(await goesOn(deps, begun, draft))) over.abort()
    const pieces = deps.model
      ? askModel(deps.model, begun, material, draft, signal)
      : [extracted(material, begun)]
    for await (const text of pieces) {
      if (draft.text === '') {
        // A model that ends without a word leaves what an earlier attempt wrote.
        if (text.trim() === '') continue
        if (!(await takeOver(deps, begun, draft.passages))) over.abort()
        signal.throwIfAborted()
      }
      draft.text += text
      yield text
    }
  } finally {
    written.abort()
  }
}

async function findMaterial(deps: AssistantDeps, begun: Begun): Promise<Material> {
  const { db } = deps
  const { personId, postId, question, selected, selectedPage } = begun
  const marked = selected === null ? null : { text: selected, page: selectedPage }
  const openPage = selected === null ? selectedPage : null
  const earlier = await earlierOf(db, personId, begun.dialogueId, begun.exchangeId, deps.now())
  const find = (text: string) =>
    retrieve(db, { personId, postId, marked, openPage }, text, sought => meaningOf(deps, sought))
  const before = earlier.at(-1)
  const alone = await find(question)
  const together =
    !marked && before && pointsBack(question) && !asksForOverview(question) && !asksOfOpenPage(question)
      ? await find(`${question}\n${before.question || before.selected}`)
      : alone
  const found = together.strong ? together : alone
  const document = await documentOfPost(db, personId, postId)
  const notes = [
    found.strong || !document ? null : await lookedThrough(db, personId, document),
    noteOn(document),
  ]
  return { ...found, earlier, note: notes.filter(note => note !== null).join(' ') || null }
}

/** What was searched without a match, so that the person knows whether to look elsewhere. */
async function lookedThrough(
  db: AssistantDeps['db'],
  personId: string,
  { pages, course_id, state }: IndexedDocument,
): Promise<string> {
  const read = await countRead(db, personId, course_id, countedDocuments)
  const others = Math.max(0, read - (state === 'done' ? 1 : 0))
  const open = `I looked through this document (${counted(pages, 'page', 'pages')})`
  if (others === 0) return `${open}.`
  if (read === countedDocuments) return `${open} and all other documents of its course.`
  return `${open} and ${counted(others, 'other document', 'other documents')} of its course.`
}

/** What the person should know about how much of the open document could be read. */
function noteOn(document: Awaited<ReturnType<typeof documentOfPost>>): string | null {
  if (!document) return null
  const { state, pages, pages_done, read_to, picture_pages, unread_pages } = document
  if (state === 'failed') return 'I couldn’t read this document.'
  if (state !== 'done')
    return `I’m still reading this document: page ${Math.min(pages_done + 1, pages)} of ${pages}.`
  if (read_to !== null) {
    return `This document has too much text, so I only read the first ${read_to} of its ${pages} pages.`
  }
  if (unread_pages > 0) {
    return `I’m still reading the text on ${counted(unread_pages, 'scanned page', 'scanned pages')}.`
  }
  if (picture_pages.length === pages) return 'I didn’t find any text in this document.'
  if (picture_pages.length > 0) {
    return `I didn’t find any text on ${picture_pages.length} of this document’s ${pages} pages.`
  }
  return null
}

/** The passages that an answer goes by. */
function passagesUsed({ model }: AssistantDeps, { passages, strong }: Material): Passage[] {
  if (model) return passages
  return strong ? passages.slice(0, 3) : []
}

/**
 * Replaces what an earlier attempt left by this one's question and sources, before any of its text: the server may die at any
 * time, and without its sources, a partial answer would outlast its reader's access to them (security P-2). False if the attempt
 * is over, or its reader may not read it.
 */
async function takeOver(
  { db, now }: AssistantDeps,
  begun: Begun,
  passages: readonly Passage[],
): Promise<boolean> {
  const { exchangeId, attempt, documentId, question, selected, selectedPage, mode } = begun
  const ids = passages.map(({ id }) => id)
  return db.transaction().execute(async trx => {
    const { rows } = await sql`
      update assistant.exchanges set question = ${question}, selected_text = ${selected}, selected_page = ${selectedPage},
        document_id = case when ${selected}::text is null then ${documentId}::uuid else document_id end,
        mode = ${mode}, answer = '', grounded = false, model = null
      where id = ${exchangeId} and attempt = ${attempt} and state = 'answering' returning id`.execute(trx)
    if (rows.length === 0) return false
    await sql`delete from assistant.sources where exchange_id = ${exchangeId}`.execute(trx)
    // A passage that was deleted meanwhile leaves its row, which says so. One that is being deleted isn't waited for: its deletion
    // waits for the rows that this transaction deleted.
    await sql`
      with there as (select id from assistant.passages where id = any(${ids}::uuid[]) for key share skip locked)
      insert into assistant.sources (exchange_id, number, passage_id)
      select ${exchangeId}, number, there.id
      from unnest(${ids}::uuid[]) with ordinality as given (passage_id, number)
        left join there on there.id = passage_id`.execute(trx)
    return isOpenTo(trx, begun, exchangeId, now())
  })
}

async function* askModel(
  model: Model,
  begun: Begun,
  { passages, strong, note, earlier }: Material,
  draft: Draft,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const prompt = makePrompt({
    text: begun.question,
    selected: begun.selected,
    mode: begun.mode,
    passages,
    strong,
    note,
    earlier,
  })
  signal.throwIfAborted()
  draft.sent = tokensOf(prompt.instruction, ...prompt.turns.map(({ content }) => content))
  try {
    for await (const piece of model.write(prompt, signal)) {
      if ('tokens' in piece) draft.tokens = piece.tokens
      else yield piece.text
    }
  } catch (error) {
    if (error instanceof ModelFailure && error.declined) draft.sent = 0
    throw error
  }
}

/** Renews the lease and saves the answer so far, again and again; ends the attempt once it may not go on. */
async function keepSoFar(
  deps: AssistantDeps,
  begun: Begun,
  draft: Draft,
  over: AbortController,
  written: AbortSignal,
): Promise<void> {
  try {
    while (!over.signal.aborted) {
      await pause(keepEveryMs, undefined, { signal: written })
      if (!(await goesOn(deps, begun, draft))) over.abort()
    }
  } catch (error) {
    if (written.aborted) return
    deps.log.warn({ err: error, exchange: begun.exchangeId }, 'an answer couldn’t be saved so far')
    over.abort()
  }
}

/**
 * Renews an attempt's lease and saves its text so far. False if its row is gone: whoever deletes the chat gets a slot for another
 * answer, so the model must not go on writing this one. False, too, if its reader's login has ended, or they can't open anymore
 * what it goes by (security P-2). Before its first word there is nothing to read, and the row says what an earlier attempt went by.
 */
async function goesOn({ db, now }: AssistantDeps, begun: Begun, { text }: Draft): Promise<boolean> {
  const { rows } = await sql`
    update assistant.exchanges
    set answering_until = ${leaseEnd(now())}, answer = ${text === '' ? sql`answer` : storable(text)}
    where id = ${begun.exchangeId} and attempt = ${begun.attempt} and state = 'answering' returning id`.execute(
    db,
  )
  return rows.length > 0 && (text === '' || (await isOpenTo(db, begun, begun.exchangeId, now())))
}

/** What an answer cost; nothing if no model was asked. */
function spentOn({ text, sent, tokens }: Draft): number {
  return tokens ?? (sent === 0 ? 0 : sent + tokensOf(text))
}

function extracted({ passages, strong, note }: Material, { question, selected, mode }: Begun): string {
  if (passages.length > 0 && strong) {
    const { text } = extract(passages.slice(0, 3), [question, selected].join(' '), mode)
    return note ? `${text}\n\n${note}` : text
  }
  const nothing = 'I couldn’t find this in your documents.'
  return [
    nothing,
    ...(note ? [note] : []),
    'There’s no AI model set up, so I can only answer from your documents.',
  ].join(' ')
}

/**
 * Saves an answer and what it cites, settles its tokens, and returns it as the person will read it from now on:
 * as failed if the check of its citations leaves no text. Null if the dialogue was deleted meanwhile, or the
 * question asked again: then it only settles. Also null if the reader's login has ended.
 */
async function keep(
  deps: AssistantDeps,
  begun: Begun,
  draft: Draft,
  state: 'done' | 'stopped',
): Promise<Message | null> {
  const asked = [begun.question, begun.selected].join('\n')
  const { text, cited } = deps.model
    ? settleCitations(draft.text, draft.passages, asked)
    : { text: draft.text, cited: citedByExtract(draft.passages, begun) }
  return deps.db.transaction().execute(async trx => {
    await settle(trx, begun, spentOn(draft))
    const { rows } = await sql`
      update assistant.exchanges set answer = ${storable(text)}, state = ${text.trim() === '' ? 'failed' : state}, grounded = ${cited.size > 0},
        model = ${deps.model?.name ?? null}, answering_until = null
      where id = ${begun.exchangeId} and attempt = ${begun.attempt} and state = 'answering' returning id`.execute(
      trx,
    )
    if (rows.length === 0) return null
    const sources = [...cited].map(([number, quote]) => ({ number, quote }))
    await sql`
      update assistant.sources set quote = source.quote, cited = true
      from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as source (number int, quote text)
      where exchange_id = ${begun.exchangeId} and sources.number = source.number`.execute(trx)
    return answerOf(trx, begun, begun.exchangeId, deps.now())
  })
}

function citedByExtract(
  given: readonly Passage[],
  { question, selected, mode }: Begun,
): Map<number, string | null> {
  const { quotes } = extract(given, [question, selected].join(' '), mode)
  return new Map(quotes.map((quote, index) => [index + 1, quote]))
}

/**
 * Saves an answer that broke off. One without text leaves what an earlier attempt wrote, and otherwise counts as failed, unless
 * its reader left. Returns the text that there is now, if any.
 */
async function keepBroken(
  deps: AssistantDeps,
  begun: Begun,
  draft: Draft,
  isLeft: boolean,
): Promise<Message | null> {
  try {
    if (draft.text !== '') return await keep(deps, begun, draft, 'stopped')
    return await deps.db.transaction().execute(async trx => {
      await settle(trx, begun, spentOn(draft))
      const { rows } = await sql<{ answer: string }>`
        update assistant.exchanges
        set state = case when answer = '' then ${isLeft ? 'stopped' : 'failed'} else 'stopped' end, answering_until = null
        where id = ${begun.exchangeId} and attempt = ${begun.attempt} and state = 'answering'
        returning answer`.execute(trx)
      return rows[0]?.answer ? answerOf(trx, begun, begun.exchangeId, deps.now()) : null
    })
  } catch (error) {
    deps.log.warn({ err: error, exchange: begun.exchangeId }, 'an unfinished answer couldn’t be saved')
    return null
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '')
}
