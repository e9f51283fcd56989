import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/product/ledger/check.ts'
import { bookings } from '#shared/api/bookings.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { beginJob } from '../../local/jobs.ts'
import { localSecretKey } from '../../local/payments/payments.ts'
import { accept, controlPayments, hold, pay, weekOfTiles } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { storedObjects } from '../factories/stored-objects.ts'
import { makeTutor } from '../factories/tutors.ts'
import { makeTemplate } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { jobsDone } from '../harness/jobs.ts'
import { type KillableStack, killableStackOn } from '../harness/killable.ts'
import type { Person } from '../harness/person.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'

const run = promisify(execFile)

const began = Date.now() / 1000

let folder: string
let postgres: ArchivedPostgres
let stack: KillableStack
let tutor: Person
let student: Person

/** What people saw at the moment that is restored. */
let seen: Awaited<ReturnType<typeof look>>
/** What came after it. */
let after: { postId: string; bookingId: string }
/** What the first try restored, to a time that was too early. */
let tooEarly: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ignite-restore-'))
  const [store, kept] = [join(folder, 'store'), join(folder, 'kept')]
  // What deploy/backup/files.sh does, as far as this needs it: it adds to the copy.
  const copyFiles = () => cp(store, kept, { recursive: true, force: false })
  postgres = await startArchivedPostgres()
  await makeTemplate(postgres.url)
  stack = await killableStackOn(postgres.url, { env: { STORAGE_DIR: store } })
  await stack.start()
  ;[tutor, student] = [await stack.signIn('tutor'), await stack.signIn('student')]
  const section = await addSection(stack.db)
  const postId = await makeTutor(stack, tutor)
  const slots = await weekOfTiles(student, postId)
  const post = (name: string) => addPost(tutor, section, { name })
  const book = async () => {
    const { id, url } = await hold(student, postId, slots.shift()!)
    await pay(url)
    await eventually('the tutor is asked', async () => (await stateOf(id)) === 'requested')
    return id
  }

  const first = await post('Before the copy')
  await accept(tutor, await book())
  await postgres.copy(async () => void (await post('While the database was copied')))
  const early = await postgres.now()
  await post('After the copy')
  await copyFiles()
  await book()
  await post('After the files were copied')
  await everythingDone()
  seen = await look()
  const moment = await postgres.now()
  after = { bookingId: await book(), postId: (await post('Too late')).id }
  await copyFiles()
  await tutor.call(posts.remove, { query: { id: first.id } })
  await everythingDone()

  // Somebody empties tables, and nobody notices before the night.
  await stack.db.deleteFrom('posts').execute()
  await stack.db.deleteFrom('files').execute()
  await age(store, 2)
  await beginJob(stack.db, 'sweep-objects')
  await eventually('the night removed the files', async () => (await storedObjects(store)).length === 0)
  await stack.kill()

  await postgres.restore(early)
  tooEarly = (await stack.db.selectFrom('posts').select('title').orderBy('id').execute()).map(
    ({ title }) => title,
  )
  await postgres.restore(moment)
  await cp(kept, store, { recursive: true, force: false })
  await stack.start()
}, 240_000)

afterAll(async () => {
  await stack?.close()
  await postgres?.close()
  await rm(folder, { recursive: true, force: true })
})

async function stateOf(bookingId: string): Promise<string | undefined> {
  const found = await stack.db.selectFrom('bookings').select('state').where('id', '=', bookingId).execute()
  return found[0]?.state
}

async function everythingDone(): Promise<void> {
  await controlPayments(stack.outside, 'webhooks/settle')
  await jobsDone(stack.db)
}

/** Moves the times of files back by days. */
async function age(store: string, days: number): Promise<void> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true })
  const then = new Date(Date.now() - days * 86_400_000)
  for (const entry of entries)
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
}

async function look() {
  const { body } = await student.call(posts.ofPerson, { query: { username: 'tutor' } })
  const bytes = []
  for (const { doc_url } of body.posts) bytes.push(await download(doc_url))
  const booked = await student.call(bookings.asStudent, { query: {} })
  return { posts: body.posts, bytes, bookings: booked.body.bookings }
}

async function download(key: string): Promise<Buffer> {
  const { body } = await student.call(files.download, { body: { key } })
  const answer = await fetch(body.url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('people find each post, file and booking as it was at that moment', async () => {
  expect(seen.posts.map(({ post_name }) => post_name)).toEqual([
    'After the files were copied',
    'After the copy',
    'While the database was copied',
    'Before the copy',
    'Lecture notes',
  ])
  expect(seen.bookings).toHaveLength(2)
  expect(await look()).toEqual(seen)
})

test('nothing is left of what came after it', async () => {
  expect((await student.call(posts.get, { params: { id: after.postId } })).status).toBe(404)
  expect(await stateOf(after.bookingId)).toBeUndefined()
})

test('the ledger adds up, and its check names the payment that only the provider still knows', async () => {
  expect(await checkLedger(stack.db)).toEqual([])
  expect(await checkByCommand()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^provider_charge pi_\w+: The provider has a payment of \$20\.00 that Ignite doesn’t have\.$/m,
    ),
  })
})

test('a restore to a time that was too early can be followed by one to a later time', () => {
  expect(tooEarly).toEqual(['Lecture notes', 'Before the copy', 'While the database was copied'])
})

test('the metrics say when the database last archived a piece of its log', async () => {
  const printed = await (await student.fetch('/metrics')).text()
  const seconds = Number(/^ignite_database_archived_timestamp_seconds (\S+)$/m.exec(printed)?.[1])
  expect(seconds).toBeGreaterThan(began)
  expect(seconds).toBeLessThan(Date.now() / 1000)
})

test('the restored database neither stops at that moment again nor waits for a standby that it had', () => {
  expect(postgres.settings()).toContain("synchronous_standby_names = ''")
  expect(postgres.settings()).toContain('archive_command')
  expect(postgres.settings()).not.toMatch(/^(restore|recovery)_/m)
})

function checkByCommand(): Promise<{ code?: number; stdout: string }> {
  return run(process.execPath, ['scripts/ledger.ts', 'check'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      DATABASE_URL: stack.databaseUrl,
      STRIPE_SECRET_KEY: localSecretKey,
      STRIPE_API_URL: stack.outside.url,
    },
  }).catch(error => error)
}
