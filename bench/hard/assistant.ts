import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { sql } from 'kysely'
import { dialogues } from '#shared/api/dialogues.ts'
import { documents } from '#shared/api/documents.ts'
import { type LocalModel, startModel } from '../../local/model/model.ts'
import { askAcross } from '../../test/assistant/borders.ts'
import { askAboutHostile } from '../../test/assistant/hostile.ts'
import { addSection } from '../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../test/factories/dialogues.ts'
import { makePdf } from '../../test/factories/documents.ts'
import { hostileDocuments } from '../../test/factories/hostile-documents.ts'
import { range } from '../../test/factories/made-up.ts'
import { addPost } from '../../test/factories/posts.ts'
import { eventually } from '../../test/harness/eventually.ts'
import type { Person } from '../../test/harness/person.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { onStack } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

export const assistantTargets: Record<string, Target> = {
  'P-1': {
    asks: '200 hostile documents and a model that obeys them: nothing forged, changed, told of others, or asked elsewhere',
    run: run => withModel({}, hostile(run)),
  },
  'P-2': {
    asks: '100 people, 50 documents each, 10,000 questions: none is told what they may not open, before and after that changes',
    run: run => withModel({}, borders(run)),
  },
  'P-4': {
    asks: '1,000 askers leave: the model is left within 2 s, nothing is kept open; each of its failures has one end; an answer’s stream is 256 KiB at most',
    run: run =>
      withModel({ AI_TIMEOUT_MS: '30000' }, async (stack, model) => {
        await leaving(run)(stack, model)
        await failures(run)(stack, model)
      }),
  },
  'P-5': {
    asks: 'two answers at once and the day’s tokens exactly, asked by 50 at once; one reading of each document, asked for 100 times',
    run: async run => {
      await withModel({ AI_TOKENS_PER_DAY: '200000' }, budget(run))
    },
  },
}

type Work = (stack: Stack, model: LocalModel) => Promise<void>

async function withModel(env: Record<string, string>, work: Work): Promise<void> {
  const model = await startModel()
  try {
    const settings = { AI_TOKENS_PER_DAY: '1000000000', DATABASE_POOL_SIZE: '20', ...model.env, ...env }
    await onStack(settings, stack => work(stack, model))
  } finally {
    await model.close()
  }
}

/** Some of the documents contain nothing to cite. */
const fewest = 20

function hostile({ count, report }: Run): Work {
  return async (stack, model) => {
    const all = await hostileDocuments({ everyWay: true })
    // Some of each kind, whatever the share.
    const every = all.length / Math.min(all.length, Math.max(fewest, count(all.length)))
    const some = range(0, Math.floor(all.length / every)).map(n => all[Math.floor(n * every)]!)
    const outside = await elsewhere(async () => {
      const { sources, faults } = await askAboutHostile(stack, model, await addSection(stack.db), some)
      report({
        what: `${some.length} hostile documents`,
        figures: `${sources} sources, ${faults.length} faults${faults.map(fault => `\n         ${fault}`).join('')}`,
        kept: faults.length === 0 && sources >= some.length,
      })
    })
    report({
      what: 'requests of the server',
      figures: `${outside.length} to other machines ${[...new Set(outside)].join(' ')}`,
      kept: outside.length === 0,
    })
  }
}

/** The hosts, other than this machine, that this process contacts meanwhile. */
async function elsewhere(work: () => Promise<void>): Promise<string[]> {
  const hosts: string[] = []
  const note = (host: string) => {
    if (!/^(127\.0\.0\.1|localhost|\[?::1\]?)(:|$)/.test(host)) hosts.push(host)
  }
  const byFetch = (message: unknown) =>
    note(new URL(String((message as { request: { origin: string } }).request.origin)).host)
  const byHttp = (message: unknown) => note((message as { request: ClientRequest }).request.host)
  subscribe('undici:request:create', byFetch)
  subscribe('http.client.request.start', byHttp)
  try {
    await work()
  } finally {
    unsubscribe('undici:request:create', byFetch)
    unsubscribe('http.client.request.start', byHttp)
  }
  return hosts
}

function borders({ count, report }: Run): Work {
  return async (stack, model) => {
    const size = { users: Math.max(4, count(100)), documents: Math.max(2, count(50)), queries: count(10_000) }
    const found = await askAcross(stack, model, await addSection(stack.db), size)
    const { reached, crossed, crossedLater, unanswered } = found
    report({
      what: `${size.queries} questions of ${size.users} people about ${size.users * size.documents} documents`,
      figures: `${reached} words reached, ${crossed.length} across a border, ${crossedLater.length} once borders changed, ${unanswered} unanswered`,
      kept: reached > size.queries / 10 && crossed.length + crossedLater.length + unanswered === 0,
    })
  }
}

const pages = 'A buffer holds a weak acid and its conjugate base in similar amounts.'

async function askers(stack: Stack, many: number): Promise<{ person: Person; session_id: string }[]> {
  const people = await Promise.all(range(0, many).map(n => stack.signIn(`asker${n}`)))
  const post = await addPost(people[0]!, await addSection(stack.db), { file: await makePdf({ text: pages }) })
  await stack.jobsDone()
  return Promise.all(
    people.map(async person => ({ person, session_id: await beginDialogue(person, post.id) })),
  )
}

function leaving({ count, report }: Run): Work {
  return async (stack, model) => {
    const all = await askers(stack, 20)
    const wanted = count(1_000)
    const leaveOnce = async ({ person, session_id }: (typeof all)[number]) => {
      const leave = new AbortController()
      const response = await person.fetch(dialogues.stream.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session_id, content: 'What is a buffer? model:slow' }),
        signal: leave.signal,
      })
      const reader = response.body!.getReader()
      let text = ''
      while (response.ok && !text.includes('"content":"In')) {
        const { value, done } = await reader.read()
        if (done) break
        text += Buffer.from(value).toString()
      }
      leave.abort()
      await reader.closed.catch(() => {})
    }
    // Connections from a first round stay open for the next ones.
    await Promise.all(all.map(leaveOnce))
    await eventually('the model is left', async () => model.writing() === 0, 10_000)
    const before = openSockets()
    const times: number[] = []
    for (let left = 0; left < wanted; left += all.length) {
      await Promise.all(all.slice(0, wanted - left).map(leaveOnce))
      const start = performance.now()
      await eventually('the model is left', async () => model.writing() === 0, 10_000)
      times.push(performance.now() - start)
    }
    await eventually('their places are free', async () => (await beingWritten(stack)) === 0, 10_000)
    // A dropped connection takes a moment to close; one that is kept open stays.
    await eventually('nothing is kept open', async () => openSockets() - before <= 4, 10_000).catch(() => {})
    const added = openSockets() - before
    report({
      what: `${wanted} leave`,
      figures: `the model is left within ${Math.max(...times).toFixed(0)} ms, ${added} sockets more, 0 answers open`,
      kept: Math.max(...times) <= 2_000 && added <= 4,
    })
  }
}

/** At both ends: the server, the model and the askers are in this process. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length
}

async function beingWritten({ db }: Stack): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from assistant.exchanges where state = 'answering'`.execute(db)
  return rows[0]!.count
}

function failures({ report }: Run): Work {
  return async (stack, model) => {
    const [one] = await askers(stack, 1)
    const { person, session_id } = one!
    for (const trick of [
      'silent',
      'stall',
      'busy',
      'broken',
      'reset',
      'malformed',
      'unfinished',
      'markers',
      'flood',
    ]) {
      const start = performance.now()
      const { events } = await stream(person, { session_id, content: `What is a buffer? model:${trick}` })
      const ends = events.filter(({ done }) => done)
      const whole = trick === 'markers' || trick === 'flood'
      const bytes = Buffer.byteLength(events.map(event => `data: ${JSON.stringify(event)}\n\n`).join(''))
      await eventually('the model is left', async () => model.writing() === 0, 10_000)
      report({
        what: `the model is ${trick}`,
        figures: `${ends.length} end, ${whole ? 'whole' : 'failed'}, ${(bytes / 1024).toFixed(0)} KiB, after ${((performance.now() - start) / 1000).toFixed(1)} s`,
        kept: ends.length === 1 && (ends[0]!.error === undefined) === whole && bytes <= 256 * 1024,
      })
    }
  }
}

function budget({ count, report }: Run): Work {
  return async (stack, model) => {
    const [one, ...others] = await askers(stack, 1 + count(20))
    const ask = ({ person, session_id }: typeof one & object, content: string) =>
      stream(person, { session_id, content, client_id: randomUUID() })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, model.writing())
    }, 5)
    const first = await Promise.all(range(0, 50).map(() => ask(one!, 'What is a buffer? model:slow')))
    clearInterval(watch)
    report({
      what: '50 questions of one person at once',
      figures: `${first.filter(({ status }) => status === 200).length} answered, ${most} written at once`,
      kept: most === 2 && first.filter(({ status }) => status === 200).length === 2,
    })
    // So many reserves at once that the last answer fits and another wouldn’t.
    const day = stack.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const inexact: string[] = []
    for (const other of others) {
      const { rows } = await sql<{ person_id: string }>`
        insert into assistant.usage (person_id, day, tokens)
        select person_id, ${day}::date, 200000 - 8000 from assistant.dialogues where id = ${other.session_id}
        returning person_id`.execute(stack.db)
      const answers = await Promise.all(range(0, 50).map(() => ask(other, 'What is a buffer? model:slow')))
      const { rows: used } = await sql<{ tokens: number }>`
        select tokens from assistant.usage where person_id = ${rows[0]!.person_id} and day = ${day}::date`.execute(
        stack.db,
      )
      const answered = answers.filter(({ status }) => status === 200).length
      if (answered === 1 && used[0]!.tokens <= 200_000) continue
      const failed = answers.filter(
        ({ status, message }) => status === 200 && message?.state !== 'done',
      ).length
      inexact.push(`${answered} answered, ${failed} of them broken off, ${used[0]!.tokens} tokens`)
    }
    report({
      what: `room for one answer, 50 questions at once, ${others.length} people`,
      figures: `${others.length - inexact.length} times one answer ${inexact.join('; ')}`,
      kept: inexact.length === 0,
    })
    await readings(stack, { count, report })
  }
}

async function readings(stack: Stack, { count, report }: Pick<Run, 'count' | 'report'>): Promise<void> {
  const author = await stack.signIn('author')
  const section = await addSection(stack.db, { course: 'BIO 999', crn: '55501' })
  const many = count(20)
  for (const n of range(0, many)) await addPost(author, section, { name: `Notes ${n}` })
  await stack.jobsDone()
  await sql`delete from assistant.documents where course_id = ${section.courseId}`.execute(stack.db)
  const jobsBefore = await indexingJobs(stack)
  await Promise.all(
    range(0, 100).map(() => author.call(documents.process, { params: { id: section.courseId } })),
  )
  await stack.jobsDone()
  const { rows } = await sql<{ passages: number; doubled: number }>`
    select count(*) as passages, count(*) - count(distinct (document_id, page, place)) as doubled
    from assistant.passages where course_id = ${section.courseId}`.execute(stack.db)
  const jobs = (await indexingJobs(stack)) - jobsBefore
  report({
    what: `${many} documents, each asked for 100 times at once`,
    figures: `${jobs} jobs, ${rows[0]!.passages} passages, ${rows[0]!.doubled} twice`,
    kept: jobs === many && rows[0]!.doubled === 0 && rows[0]!.passages > 0,
  })
}

async function indexingJobs({ db }: Stack): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where name = 'index-document'`.execute(db)
  return rows[0]!.count
}
