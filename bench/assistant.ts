/**
 * The assistant: reading a long document against pdf.js alone, and what that does to the server (targets D4); finding passages among
 * many of one course (A2); what is added to a model's first words, fifty answers at once (A1); and that nobody's question
 * ever reaches what they may not open (security P-2).
 * `PASSAGES=1000000 USERS=100 DOCUMENTS=50 QUERIES=10000 node bench/assistant.ts` is the full size.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { indexDocument } from '#server/assistant/documents/index-document.ts'
import { createReader } from '#server/assistant/documents/reading/reader.ts'
import { retrieve } from '#server/assistant/retrieval/retrieve.ts'
import { loadConfig } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { createStorage } from '#server/platform/storage/storage.ts'
import { startModel } from '../local/model/model.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { addSection } from '../test/factories/catalog.ts'
import { beginDialogue, stream } from '../test/factories/dialogues.ts'
import { makePdf } from '../test/factories/documents.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { leastSettings } from '../test/harness/settings.ts'
import { startStackOn } from '../test/harness/stack.ts'
import { mix, range, usualWord, word } from './lib/made-up.ts'
import { measure, ms } from './lib/measure.ts'
import { makeWorld } from './lib/world.ts'

const size = (name: string, usual: number) => Number(process.env[name] ?? usual)
const only = process.argv.slice(2)
const parts = { reading, finding, firstWords, privacy }
for (const [name, run] of Object.entries(parts)) if (only.length === 0 || only.includes(name)) await run()

async function onStack<T>(
  env: Record<string, string>,
  work: (stack: Awaited<ReturnType<typeof startStackOn>>) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  const postgres = await startPostgres({ dataDir, fsync: false })
  try {
    await makeTemplate(postgres.url)
    const stack = await startStackOn(postgres.url, env)
    try {
      return await work(stack)
    } finally {
      await stack.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** D4: a text document of a thousand pages. */
async function reading(): Promise<void> {
  const sentence = (seed: number) =>
    `${range(0, 14)
      .map(n => usualWord(seed * 31 + n))
      .join(' ')}. `
  const text = (page: number) =>
    range(0, 28)
      .map(n => sentence(page * 97 + n))
      .join('')
  const file = await makePdf({ pages: 1000, text })
  await onStack({}, async stack => {
    const { doc_url } = await addPost(await stack.signIn('ana'), await addSection(stack.db), { file })
    await stack.jobsDone()
    const reader = createReader()
    const config = loadConfig({ ...leastSettings, STORAGE_DIR: stack.storageDir })
    const jobs = { enqueue: async () => {} } as unknown as Jobs
    const deps = {
      db: stack.db,
      jobs,
      storage: createStorage(config),
      reader,
      embedder: null,
      now: stack.clock.now,
    }
    const ratios: number[] = []
    const delays: number[] = []
    for (let round = 0; round < 5; round++) {
      const alone = await timed(() => textOf(file))
      await sql`delete from assistant.documents where id = ${doc_url}`.execute(stack.db)
      const delay = monitorEventLoopDelay({ resolution: 2 })
      delay.enable()
      const indexing = await timed(() => indexDocument(deps, doc_url))
      delay.disable()
      ratios.push(indexing / alone)
      delays.push(delay.percentile(99) / 1e6)
      console.log(
        `1,000 pages: ${ms(indexing)} ms, pdf.js alone ${ms(alone)} ms, event loop p99 ${ms(delay.percentile(99) / 1e6)} ms`,
      )
    }
    await reader.close()
    console.log(
      `D4: ${median(ratios).toFixed(2)} × pdf.js alone (≤ 1.5); event loop p99 ${ms(median(delays))} ms (< 50)`,
    )
  })
}

async function textOf(file: Buffer): Promise<void> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  const document = await loading.promise
  for (let page = 1; page <= document.numPages; page++) {
    await (await document.getPage(page)).getTextContent()
  }
  await loading.destroy()
}

/** A2: passages of one course. */
async function finding(): Promise<void> {
  const passages = size('PASSAGES', 50_000)
  const perDocument = 100
  const world = await makeWorld(passages / perDocument)
  try {
    await sql`update posts set course_id = 1`.execute(world.db)
    await addPassages(world.db, perDocument, passages)
    await sql.raw('vacuum analyze').execute(world.db)
    const { rows } = await sql<{ post: string; person: string }>`
      select posts.id as post, users.id as person from posts, users limit 1`.execute(world.db)
    const scope = { personId: rows[0]!.person, postId: rows[0]!.post }
    const kinds: Record<string, (n: number) => string> = {
      'common words': n => `what is ${word(1 + (n % 5))} and ${word(7 + (n % 5))}`,
      'as people ask': n =>
        `how does ${usualWord(n)} relate ${usualWord(n + 1)} to ${usualWord(n + 2)} ${usualWord(n + 3)}`,
      'rare words': n => `why ${word(20_000 + (mix(n) % 20_000))} ${word(5000 + (mix(n) % 9000))}`,
      mistyped: n => `what is ${word(3000 + n).replace(/.$/, 'xq')}`,
    }
    for (const [name, question] of Object.entries(kinds)) {
      let n = 0
      const times = await measure(150, () => retrieve(world.db, scope, question(n++)))
      console.log(
        `A2, ${name}, ${passages} passages: p50 ${ms(times.p50)} ms, p99 ${ms(times.p99)} ms (< 80)`,
      )
    }
  } finally {
    await world.close()
  }
}

async function addPassages(db: Database, perDocument: number, wanted: number): Promise<void> {
  await sql`insert into assistant.documents (id, course_id, pages, created_at)
    select document_id, course_id, ${perDocument}, now() from posts`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from assistant.documents order by id`.execute(db)
  const batch = 20
  for (let from = 0; from * perDocument < wanted; from += batch) {
    const texts = rows.slice(from, from + batch).flatMap(({ id }, index) =>
      range(0, perDocument).map(n => {
        const seed = ((from + index) * perDocument + n) * 151
        return {
          id,
          page: n + 1,
          text: range(0, 120)
            .map(k => usualWord(seed + k))
            .join(' '),
        }
      }),
    )
    await sql`insert into assistant.passages (document_id, course_id, page, place, text, words)
      select id, 1, page, 0, text, assistant.passage_words('english', null, text)
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as passage (id uuid, page int, text text)`.execute(
      db,
    )
  }
  for (const { id } of rows) await sql`select assistant.count_words(${id}::uuid)`.execute(db)
}

/** A1: from the moment the model says its first words to the moment they arrive, fifty at once. */
async function firstWords(): Promise<void> {
  const said: number[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      setTimeout(() => {
        // Its number, by which the arrival is matched.
        const number = said.push(performance.now()) - 1
        const delta = (content: string, finish: string | null = null) =>
          response.write(
            `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`,
          )
        delta(`#${number} `)
        setTimeout(() => {
          delta('done.', 'stop')
          response.end('data: [DONE]\n\n')
        }, 300)
      }, 500)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const env = {
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_MODEL: 'bench',
    AI_TOKENS_PER_DAY: '100000000',
  }
  await onStack(env, async stack => {
    const people = await Promise.all(range(0, 50).map(n => stack.signIn(`s${n}`)))
    const post = await addPost(people[0]!, await addSection(stack.db), {})
    await stack.jobsDone()
    for (const atOnce of [1, 1, 50, 50]) {
      const added = await Promise.all(
        people.slice(0, atOnce).map(async person => {
          const session_id = await beginDialogue(person, post.id)
          const response = await person.fetch('/ai/chat/message/stream', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ session_id, content: 'What are lecture notes?' }),
          })
          let text = ''
          let arrived = 0
          for await (const chunk of response.body!) {
            text += Buffer.from(chunk).toString()
            if (!arrived && text.includes('#')) arrived = performance.now()
          }
          return arrived - said[Number(/#(\d+)/.exec(text)![1])]!
        }),
      )
      console.log(
        `A1, ${atOnce} at once: median ${ms(median(added))} ms added, most ${ms(Math.max(...added))} ms (≤ 20)`,
      )
    }
  })
  server.closeAllConnections()
  server.close()
}

/** P-2: people who block each other, posts that are hidden, and a canary in every document. */
async function privacy(): Promise<void> {
  const [users, documents, queries] = [size('USERS', 20), size('DOCUMENTS', 5), size('QUERIES', 1000)]
  const model = await startModel()
  await onStack({ ...model.env, AI_TOKENS_PER_DAY: '1000000000' }, async stack => {
    const section = await addSection(stack.db)
    const people = await Promise.all(range(0, users).map(n => stack.signIn(`user${n}`)))
    const canary = (author: number, n: number) =>
      `canary${author}z${n}y${mix(author * 1000 + n).toString(36)}`
    const made: { author: number; n: number; id: string; hidden: boolean }[] = []
    for (const [author, person] of people.entries()) {
      for (let n = 0; n < documents; n++) {
        const text = `The enzyme notes of this person say ${canary(author, n)} about reactions.`
        made.push({
          author,
          n,
          hidden: mix(made.length) % 5 === 0,
          id: (await addPost(person, section, { file: await makePdf({ text }) })).id,
        })
      }
    }
    await stack.jobsDone()
    const ids = new Map(
      (await stack.db.selectFrom('users').select(['id', 'username']).execute()).map(row => [
        row.username,
        row.id,
      ]),
    )
    const blocked = (a: number, b: number) => a !== b && mix(Math.min(a, b) * 1000 + Math.max(a, b)) % 4 === 0
    for (const a of range(0, users)) {
      for (const b of range(a + 1, users).filter(other => blocked(a, other))) {
        await stack.db
          .insertInto('blocks')
          .values({ blocker_id: ids.get(`user${a}`)!, blocked_id: ids.get(`user${b}`)! })
          .execute()
      }
    }
    for (const { id } of made.filter(({ hidden }) => hidden)) {
      await sql`update posts set hidden_at = now(), hidden_reason = 'Bench' where id = ${id}`.execute(
        stack.db,
      )
    }
    const mayOpen = (reader: number, { author, hidden }: (typeof made)[number]) =>
      author === reader || (!hidden && !blocked(reader, author))
    const dialogues = await Promise.all(
      people.map((person, reader) => beginDialogue(person, made.find(one => mayOpen(reader, one))!.id)),
    )
    let crossed = 0
    let reached = 0
    const askOnce = async (query: number) => {
      const reader = query % users
      const wanted = made[mix(query) % made.length]!
      const content = `What do the enzyme notes say of ${canary(wanted.author, wanted.n)}? ${query} model:obey`
      await stream(people[reader]!, { session_id: dialogues[reader]!, content })
    }
    for (let query = 0; query < queries; query += users) {
      await Promise.all(range(query, Math.min(query + users, queries)).map(askOnce))
      for (const prompt of model.prompts.splice(0)) {
        const asked = prompt.slice(prompt.lastIndexOf('user: <'))
        const reader =
          Number(/\? (\d+) model:obey/.exec(asked.slice(asked.lastIndexOf('<question>')))![1]) % users
        const read = prompt
          .replace(/<question>[\s\S]*?<\/question>/g, '')
          .replace(/^user: What do the enzyme.*$/gm, '')
        for (const one of made) {
          if (!read.includes(canary(one.author, one.n))) continue
          if (mayOpen(reader, one)) reached++
          else crossed++
        }
      }
    }
    console.log(
      `P-2: ${queries} questions of ${users} people about ${made.length} documents: ${reached} canaries reached, ${crossed} across a border (0)`,
    )
    if (crossed > 0) process.exitCode = 1
  })
  await model.close()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
