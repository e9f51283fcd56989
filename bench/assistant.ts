import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import pg from 'pg'
import { enqueueReading, readDocuments } from '#server/assistant/documents/index-document.ts'
import { createReader } from '#server/assistant/documents/reading/reader.ts'
import { retrieve } from '#server/assistant/retrieval/retrieve.ts'
import { loadConfig } from '#server/config/config.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { documents } from '#shared/api/documents.ts'
import { addSection } from '../test/factories/catalog.ts'
import { beginDialogue } from '../test/factories/dialogues.ts'
import { makePdf } from '../test/factories/documents.ts'
import { mix, range, usualWord, word } from '../test/factories/made-up.ts'
import { addPost } from '../test/factories/posts.ts'
import { eventually } from '../test/harness/eventually.ts'
import { killableStackOn } from '../test/harness/killable.ts'
import type { Person } from '../test/harness/person.ts'
import { leastSettings } from '../test/harness/settings.ts'
import { measure, ms } from './lib/measure.ts'
import { addPassages } from './lib/passages.ts'
import { median } from './lib/ratio.ts'
import { onPostgres, onStack } from './lib/stack.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld } from './lib/world.ts'

/** Reading a long document, finding passages among many of one course, and what is added to a model's first words. */
export const assistantTargets: Record<string, Measured> = {
  D4: {
    asks: 'Reading a 1,000-page PDF for the assistant takes ≤ 1.5 × the reference, and delays the server’s event loop by < 50 ms (p99)',
    reference: 'pdf.js reading the text alone',
    run: reading,
  },
  A1: {
    asks: 'A streamed answer adds ≤ 20 ms to the model’s first words, with 50 answers at once',
    reference: 'the model asked directly',
    run: firstWords,
  },
  A2: {
    asks: 'Finding passages among 1 million, in one course: p99 < 80 ms',
    reference: '–',
    run: finding,
  },
}

async function reading(run: Run): Promise<void> {
  const sentence = (seed: number) =>
    `${range(0, 14)
      .map(n => usualWord(seed * 31 + n))
      .join(' ')}. `
  const text = (page: number) =>
    range(0, 28)
      .map(n => sentence(page * 97 + n))
      .join('')
  const file = await makePdf({ pages: run.count(1000), text })
  await onStack({}, async stack => {
    const { doc_url } = await addPost(await stack.signIn('ana'), await addSection(stack.db), { file })
    await stack.jobsDone()
    const reader = createReader()
    const config = loadConfig({ ...leastSettings, STORAGE_DIR: stack.storageDir })
    const jobs = { enqueue: async () => {} } as unknown as Jobs
    const deps = {
      db: stack.db,
      jobs,
      storage: await createStorage(config),
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
      await enqueueReading(deps, doc_url)
      const indexing = await timed(() => readDocuments(deps, doc_url))
      delay.disable()
      ratios.push(indexing / alone)
      delays.push(delay.percentile(99) / 1e6)
      console.log(
        `read in ${ms(indexing)} ms, pdf.js alone ${ms(alone)} ms, event loop p99 ${ms(delay.percentile(99) / 1e6)} ms`,
      )
    }
    await reader.close()
    bounded(run, 'reading ÷ pdf.js alone', median(ratios), '≤ 1.5')
    bounded(run, 'delay of the event loop, p99 in ms', median(delays), '< 50')
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

async function finding(run: Run): Promise<void> {
  const perDocument = 100
  const passages = Math.max(10_000, run.count(1_000_000))
  const world = await makeWorld(passages / perDocument)
  const raw = new pg.Client({ connectionString: world.databaseUrl })
  try {
    await sql`update posts set course_id = 1`.execute(world.db)
    await raw.connect()
    await addPassages(raw, perDocument, passages / perDocument)
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
      bounded(run, `${name}, p99 in ms`, times.p99, '< 80', `p50 ${ms(times.p50)}`)
    }
  } finally {
    await raw.end()
    await world.close()
  }
}

/**
 * From the moment the model sends its words to the moment they arrive, fifty answers at once. The model, the server and the
 * client are a process each; a client that asks the model directly waits for the machine alone.
 */
async function firstWords(run: Run): Promise<void> {
  const model = fork(join(import.meta.dirname, 'lib/model-child.ts'))
  const [port] = (await once(model, 'message')) as [number]
  const baseUrl = `http://127.0.0.1:${port}/v1`
  await onPostgres(async postgresUrl => {
    const env = { AI_BASE_URL: baseUrl, AI_MODEL: 'bench', AI_TOKENS_PER_DAY: '100000000' }
    const stack = await killableStackOn(postgresUrl, { env })
    try {
      await stack.start()
      const people = await Promise.all(range(0, 50).map(n => stack.signIn(`s${n}`)))
      const post = await addPost(people[0]!, await addSection(stack.db), {})
      await eventually('the document is read', async () => {
        const { body } = await people[0]!.call(documents.ofPost, { params: { id: post.id } })
        return body.document.state === 'done'
      })
      const directly = () => waits(fetch(baseUrl, { method: 'POST', body: '{}' }))
      const through = async (person: Person) => {
        const question = {
          session_id: await beginDialogue(person, post.id),
          content: 'What are lecture notes?',
        }
        return waits(
          person.fetch(dialogues.stream.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(question),
          }),
        )
      }
      for (const atOnce of [1, run.count(50)]) {
        const some = people.slice(0, atOnce)
        await Promise.all(some.map(through))
        const added = { first: [] as number[], slowest: [] as number[], later: [] as number[] }
        for (let pair = 0; pair < 7; pair++) {
          const alone = await Promise.all(some.map(directly))
          const asked = await Promise.all(some.map(through))
          const first = (all: number[][]) => all.map(([one]) => one!)
          const later = (all: number[][]) => all.flatMap(([, ...others]) => others)
          added.first.push(median(first(asked)) - median(first(alone)))
          added.slowest.push(Math.max(...first(asked)) - Math.max(...first(alone)))
          added.later.push(median(later(asked)) - median(later(alone)))
        }
        const others = `${ms(median(added.slowest))} to the slowest, ${ms(median(added.later))} to later ones`
        bounded(run, `${atOnce} at once: ms added to the first words`, median(added.first), '≤ 20', others)
      }
    } finally {
      await stack.close()
      model.disconnect()
    }
  })
}

/** How long each piece of an answer was on its way. */
async function waits(asked: Promise<Response>): Promise<number[]> {
  const found: number[] = []
  let text = ''
  for await (const chunk of (await asked).body!) {
    const now = performance.timeOrigin + performance.now()
    text += Buffer.from(chunk).toString()
    const sent = [...text.matchAll(/#(\d+\.\d+) /g)].slice(found.length)
    // At its end the server tells the whole answer once more.
    if (found.length < 20) found.push(...sent.map(([, at]) => now - Number(at)))
  }
  return found
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
