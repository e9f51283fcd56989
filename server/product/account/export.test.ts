import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { analytics } from '#shared/api/analytics.ts'
import { attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { boards } from '#shared/api/boards.ts'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { reports } from '#shared/api/reports.ts'
import { support } from '#shared/api/support.ts'
import { walletTermsVersion } from '#shared/api/wallets.ts'
import { beginJob } from '../../../local/jobs.ts'
import { sendPicture } from '../../../test/factories/attachments.ts'
import { drawOn, image, makeBoard, putPictureOn, writing } from '../../../test/factories/boards.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { makeConversation, write } from '../../../test/factories/conversations.ts'
import { makePdf, makePng } from '../../../test/factories/documents.ts'
import { fetchArchive } from '../../../test/factories/exports.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { exportFiles, exportLists } from '../export-lists.ts'
import { sweepObjects } from '../files/remove.ts'
import type { ExportList } from '../people/export-list.ts'
import { exportFailed, runExport } from './run-export.ts'
import { sweepAccountTasks } from './sweep.ts'

let stack: Stack
let storage: Storage

beforeAll(async () => {
  stack = await startStack()
  const config = {
    storage: { kind: 'folder' as const, folder: stack.storageDir },
    secret: 'a secret for tests that is long enough',
    publicUrl: stack.url,
  }
  storage = await createStorage(config as Parameters<typeof createStorage>[0], stack.clock.now)
})

afterAll(() => stack?.close())

/** These tests notify nobody. */
const unheard = { enqueue: async () => {}, tell: async () => {} } as unknown as Deps['jobs'] &
  Deps['realtime']
const fetchExport = (person: Person) => person.fetch(account.downloadExport.path)

const deps = () => ({
  ...{ db: stack.db, storage, now: stack.clock.now },
  ...{ jobs: unheard, realtime: unheard, exportLists, exportFiles },
})

const exportObjects = () => readdir(join(stack.storageDir, 'exports')).catch(() => [])
const partialObjects = () => readdir(join(stack.storageDir, '.uploads')).catch(() => [])

/** A task without a job. */
async function addTask(person: Person): Promise<string> {
  const { user_id } = await stack.db
    .selectFrom('logins')
    .select('user_id')
    .where('token', '=', tokenOf(person))
    .executeTakeFirstOrThrow()
  const { id } = await stack.db
    .insertInto('account_tasks')
    .values({ user_id, kind: 'export', created_at: stack.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function tokenOf(person: Person): string {
  const [cookie] = [...person.cookies].filter(([name]) => name.endsWith('session_token'))
  return decodeURIComponent(cookie![1]).split('.')[0]!
}

describe('an export', () => {
  test('contains what the person did on Ignite and every file, and nothing of others', async () => {
    const ana = await stack.signIn('ana.archivist')
    const ben = await stack.signIn('ben.bystander')
    const section = await addSection(stack.db)
    const document = await makePdf({ pages: 2, text: 'Heaps' })
    const post = await addPost(ana, section, { name: 'Heaps: part 1/2 \\ "proofs"', file: document })
    await addPost(ana, section, { name: 'A photo', file: await makePng(), type: 'image/png' })
    const other = await addPost(ben, section, { name: 'Ben’s notes' })
    await ana.call(posts.save, { body: { post_id: other.id, notes: 'for the exam' } })
    await makeConversation([ana, 'ana.archivist'], [ben, 'ben.bystander'])
    await ben.call(follows.follow, { body: { username: 'ana.archivist' } })
    await ana.call(support.send, { body: { category: 'other', message: 'Is this kept?' } })

    const started = await ana.call(account.startExport)
    expect(started.body.task).toMatchObject({
      kind: 'export',
      state: 'waiting',
      size: null,
      expires_at: null,
    })
    await stack.jobsDone()
    const { task, ready } = (await ana.call(account.readExport)).body
    expect(task).toMatchObject({ id: started.body.task.id, state: 'done' })
    expect(ready).toEqual(task)
    expect(task!.done).toBe(task!.total)
    const weekLater = stack.clock.now().add({ hours: 24 * 7 })
    expect(Date.parse(task!.expires_at!)).toBe(weekLater.epochMilliseconds)

    const archive = await fetchArchive(ana)
    const list = (name: string) => JSON.parse(archive.get(name)!.toString()) as Record<string, unknown>[]
    const { rows: others } = await sql<{ id: string }>`
      select id from users where username <> 'ana.archivist'`.execute(stack.db)
    expect(list('alerts.json')).toEqual([
      { at: expect.any(String), title: 'Ben Bystander started following you', about: null, read_at: null },
    ])
    const texts = [...archive].filter(([name]) => name.endsWith('.json')).map(([, file]) => file.toString())
    for (const { id } of others) expect(texts.join()).not.toContain(id)
    expect(list('profile.json')).toMatchObject([
      {
        email: 'ana.archivist@example.edu',
        username: 'ana.archivist',
        signs_in_with: [{ provider: 'google' }],
      },
    ])
    const [first, second] = list('posts.json')
    expect(first).toMatchObject({ id: post.id, title: 'Heaps: part 1/2 \\ "proofs"', crn: '10432', pages: 2 })
    const kept = await ana.call(files.download, { body: { key: post.doc_url } })
    const served = Buffer.from(await (await fetch(kept.body.url)).arrayBuffer())
    expect(archive.get(first!.document as string)).toEqual(served)
    expect(archive.has(second!.document as string)).toBe(true)
    expect(list('saved-posts.json')).toMatchObject([{ author: 'ben.bystander', notes: 'for the exam' }])
    expect(list('support-messages.json')).toMatchObject([{ message: 'Is this kept?' }])
    expect(list('decisions.json')).toEqual([])
    expect(list('messages.json')).toMatchObject([{ to: 'ben.bystander', text: 'Hello from ana.archivist' }])
    const names = [...archive.keys()]
    expect(names.filter(name => name.startsWith('documents/'))).toHaveLength(2)
    expect(names.filter(name => name.startsWith('thumbnails/'))).toHaveLength(1)
    for (const name of names) expect(name).toMatch(/^(?:\w+\/)?[^<>:"/\\|?*]+$/)
    const everything = names
      .filter(name => name.endsWith('.json'))
      .map(name => archive.get(name)!.toString())
      .join('')
    expect(everything).not.toContain('ben.bystander@example.edu')
    expect(everything).not.toContain(tokenOf(ana))
    expect(archive.get('README.txt')!.toString()).toContain('posts.json')
  })

  test('contains the files a person sent and the pictures on their boards, and none of others', async () => {
    const kim = await stack.signIn('kim.keeps')
    const pat = await stack.signIn('pat.partner')
    const conversation = await makeConversation([kim, 'kim.keeps'], [pat, 'pat.partner'])
    const sent: string[] = []
    for (const person of [kim, pat]) {
      const id = await sendPicture(person, conversation)
      await write(person, conversation, 'The plan', { attachment_ids: [id] })
      sent.push(id)
      const board = await makeBoard(person)
      expect(await putPictureOn(person, board, 'photo', await makePng())).toBe(200)
      expect(await drawOn(person, board, [image('photo')])).toBe(200)
      await person.call(account.startExport)
    }
    await stack.jobsDone()
    const { task } = (await kim.call(account.readExport)).body
    expect(task!.done).toBe(task!.total)
    const archive = await fetchArchive(kim)
    const list = (name: string) => JSON.parse(archive.get(name)!.toString()) as Record<string, unknown>[]
    const names = (folder: string) => [...archive.keys()].filter(name => name.startsWith(`${folder}/`))
    expect(names('attachments')).toHaveLength(1)
    expect(list('messages.json')).toMatchObject([
      { text: 'Hello from kim.keeps', files: [] },
      { text: 'The plan', files: names('attachments') },
    ])
    const { body } = await kim.call(attachments.link, { params: { id: sent[0]! } })
    const attached = Buffer.from(await (await fetch(body.url)).arrayBuffer())
    expect(archive.get(names('attachments')[0]!)).toEqual(attached)
    const [board] = list('boards.json')
    expect(names('board_pictures')).toEqual([`board_pictures/${board!.id} photo.webp`])
    const shown = await kim.fetch(callUrl(boards.picture, { params: { id: board!.id, pictureId: 'photo' } }))
    expect(archive.get(names('board_pictures')[0]!)).toEqual(Buffer.from(await shown.arrayBuffer()))
    for (const name of archive.keys()) expect(name).toMatch(/^(?:\w+\/)?[^<>:"/\\|?*]+$/)
    const readme = archive.get('README.txt')!.toString()
    for (const folder of ['attachments', 'board_pictures']) expect(readme).toContain(folder)
  })

  test('contains what a person did behind a block, and nothing of whom it hides', async () => {
    const nora = await stack.signIn('nora.notes')
    const bo = await stack.signIn('bo.blocks')
    const { id, doc_url } = await addPost(bo, await addSection(stack.db), { name: 'Bo’s secret title' })
    await nora.call(posts.save, { body: { post_id: id, notes: 'mine' } })
    await nora.call(reading.keepPosition, { body: { fileKey: doc_url, pageNumber: 2 } })
    await nora.call(analytics.reportView, { body: { documentId: id } })
    const session = await makeSession(stack, bo, { title: 'Bo’s secret title, live' })
    await nora.call(follows.follow, { body: { username: 'bo.blocks' } })
    await bo.call(invitations.send, { body: { id: session.id, invite: ['nora.notes'] } })
    await nora.call(reports.create, { body: { username: 'bo.blocks', reason: 'spam', details: 'mine, too' } })
    await bo.call(blocks.block, { body: { username: 'nora.notes' } })
    await nora.call(account.startExport)
    await stack.jobsDone()
    const archive = await fetchArchive(nora)
    const list = (name: string) => JSON.parse(archive.get(name)!.toString()) as Record<string, unknown>[]
    expect(list('saved-posts.json')).toMatchObject([{ title: null, author: null, notes: 'mine' }])
    expect(list('reading-positions.json')).toMatchObject([{ title: null, page: 2 }])
    expect(list('views.json')).toMatchObject([{ title: null }])
    expect(list('invitations.json')).toMatchObject([{ title: null, with: null, direction: 'received' }])
    expect(list('reports.json')).toMatchObject([{ about: 'a person behind a block', details: 'mine, too' }])
    const everything = [...archive.values()].join('')
    for (const hidden of ['secret title', 'bo.blocks']) expect(everything).not.toContain(hidden)
  })

  test('contains what happened to their money, and where it goes', async () => {
    const mia = await stack.signIn('mia.money')
    await onboard(stack, mia)
    const bookingId = await earn(stack, 'mia.money', 4000, { topic: 'Proofs', student: 'stu.student' })
    const { id } = await withdraw(mia, 1500)
    await sql`insert into booking_problems (booking_id, reason, details, created_at)
      values (${bookingId}, 'short', 'Ten minutes were missing.', now())`.execute(stack.db)
    const stu = await stack.signIn('stu.student')
    for (const person of [mia, stu]) await person.call(account.startExport)
    await stack.jobsDone()
    const archive = await fetchArchive(mia)
    const list = (name: string) => JSON.parse(archive.get(name)!.toString()) as Record<string, unknown>[]
    expect(list('wallet.json')).toMatchObject([
      { terms_version: walletTermsVersion, balances_usd: { available: '25.00', payouts: '15.00' } },
    ])
    expect(list('transactions.json')).toMatchObject([
      { kind: 'earned', amount_usd: '40.00', topic: 'Proofs', with: 'stu.student' },
      { kind: 'withdrawn', amount_usd: '-15.00', withdrawal_id: id },
    ])
    expect(list('withdrawals.json')).toMatchObject([{ id, amount_usd: '15.00' }])
    expect(list('payout-account.json')).toMatchObject([{ bank_last4: '6789', still_asked_for: [] }])
    expect(list('problem-reports.json')).toEqual([])
    const theirs = await fetchArchive(stu)
    expect(JSON.parse(theirs.get('problem-reports.json')!.toString())).toMatchObject([
      { topic: 'Proofs', details: 'Ten minutes were missing.' },
    ])
  })

  test('contains every board, and holds one of them in memory at a time', async () => {
    const dot = await stack.signIn('dot.drawer')
    for (const letter of ['a', 'b', 'c', 'd']) {
      const texts = Array.from({ length: 5 }, () => writing(letter.repeat(20_000)))
      expect(await drawOn(dot, await makeBoard(dot), texts)).toBe(200)
    }
    let largest = 0
    const measured = stack.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        largest = Math.max(largest, JSON.stringify(result.rows).length)
        return result
      },
    })
    await runExport({ ...deps(), db: measured }, await addTask(dot))
    const file = (await fetchArchive(dot)).get('boards.json')!
    const exported = JSON.parse(file.toString()) as { elements: { text: string }[] }[]
    expect(exported.map(({ elements }) => elements.map(({ text }) => text[0]).join(''))).toEqual([
      'aaaaa',
      'bbbbb',
      'ccccc',
      'ddddd',
    ])
    expect(largest).toBeGreaterThan(file.length / 5)
    expect(largest).toBeLessThan(file.length / 3)
  })

  test('takes no room on the server: it goes into the store while it is made', async () => {
    const ron = await stack.signIn('ron.roomy')
    await addPost(ron, await addSection(stack.db), { name: 'Large' })
    const id = await addTask(ron)
    vi.stubEnv('TMPDIR', join(stack.storageDir, 'missing'))
    try {
      await runExport(deps(), id)
    } finally {
      vi.unstubAllEnvs()
    }
    const { task } = (await ron.call(account.readExport)).body
    expect(task).toMatchObject({ id, state: 'done' })
    expect((await (await fetchExport(ron)).arrayBuffer()).byteLength).toBe(task!.size)
  })

  test('belongs to its owner, while their login lasts: nobody else sees it or gets it', async () => {
    const olga = await stack.signIn('olga.owner')
    await olga.call(account.startExport)
    await stack.jobsDone()
    const answer = await fetchExport(olga)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="ignite-olga\.owner-/)
    const archive = await answer.arrayBuffer()
    expect(answer.headers.get('content-length')).toBe(String(archive.byteLength))
    const eve = await stack.signIn('eve')
    expect((await eve.call(account.readExport)).body.task).toBeNull()
    expect((await fetchExport(eve)).status).toBe(404)
    const { task } = (await olga.call(account.readExport)).body
    expect((await eve.call(account.readDeletion, { params: { id: task!.id } })).status).toBe(404)
    expect((await fetchExport(stack.visitor())).status).toBe(401)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.suspend, { body: { username: 'olga.owner', reason: 'Sells exams.' } })
    expect((await fetchExport(olga)).status).toBe(401)
  })

  test('started twice at once is one', async () => {
    const tim = await stack.signIn('tim.twice')
    // So that the first isn't finished before the last one asks.
    const reading = await pauseAt(stack.databaseUrl, 'lock table saved_posts in access exclusive mode')
    const answers = await Promise.all([1, 2, 3, 4].map(() => tim.call(account.startExport)))
    await reading.release()
    expect(new Set(answers.map(({ body }) => body.task.id)).size).toBe(1)
    await stack.jobsDone()
  })

  test('can be started three times a day, also when one fails; the fourth attempt says when to retry', async () => {
    const fay = await stack.signIn('fay.frequent')
    await exportFailed(deps(), await addTask(fay))
    stack.clock.advance({ hours: 1 })
    for (let nth = 2; nth <= 3; nth++) {
      expect((await fay.call(account.startExport)).status).toBe(200)
      await stack.jobsDone()
      stack.clock.advance({ hours: 1 })
    }
    const { status, problem, headers } = await fay.call(account.startExport)
    expect([status, problem.code]).toEqual([429, 'rate_limited'])
    expect(problem.detail).toContain('in 21 hours')
    expect(Number(headers.get('retry-after'))).toBe(21 * 3600)
    stack.clock.advance({ hours: 21 })
    expect((await fay.call(account.startExport)).status).toBe(200)
    await stack.jobsDone()
  })

  test('can be downloaded for seven days; then its object is removed', async () => {
    const lee = await stack.signIn('lee.late')
    const { body } = await lee.call(account.startExport)
    await stack.jobsDone()
    expect(await exportObjects()).toContain(`${body.task.id}.zip`)
    stack.clock.advance({ hours: 24 * 7 })
    const again = await stack.signIn('lee.late')
    expect((await fetchExport(again)).status).toBe(404)
    await sweepAccountTasks(deps(), async () => {})
    expect(await exportObjects()).not.toContain(`${body.task.id}.zip`)
    expect((await again.call(account.readExport)).body).toMatchObject({
      task: { state: 'done' },
      ready: null,
    })
    stack.clock.advance({ hours: 24 * 24 })
    await sweepAccountTasks(deps(), async () => {})
    const muchLater = await stack.signIn('lee.late')
    expect((await muchLater.call(account.readExport)).body.task).toBeNull()
  })

  test('can be downloaded while a newer one is made, and after that one failed', async () => {
    const kit = await stack.signIn('kit.keeping')
    const { body } = await kit.call(account.startExport)
    await stack.jobsDone()
    stack.clock.advance({ minutes: 1 })
    const newer = await addTask(kit)
    const states = async () => {
      const { task, ready } = (await kit.call(account.readExport)).body
      return [task!.id, task!.state, ready!.id, ready!.state]
    }
    expect(await states()).toEqual([newer, 'waiting', body.task.id, 'done'])
    await exportFailed(deps(), newer)
    expect(await states()).toEqual([newer, 'failed', body.task.id, 'done'])
    await sweepAccountTasks(deps(), async () => {})
    expect((await fetchExport(kit)).status).toBe(200)
  })

  test('is removed within the hour once a newer one can be downloaded', async () => {
    const ned = await stack.signIn('ned.newest')
    const ids: string[] = []
    for (let nth = 1; nth <= 2; nth++) {
      ids.push((await ned.call(account.startExport)).body.task.id)
      await stack.jobsDone()
      stack.clock.advance({ minutes: 1 })
    }
    await beginJob(stack.db, 'sweep-account-tasks')
    await stack.jobsDone()
    const left = await exportObjects()
    expect(left).not.toContain(`${ids[0]}.zip`)
    expect(left).toContain(`${ids[1]}.zip`)
    expect((await fetchExport(ned)).status).toBe(200)
  })

  test('survives the nightly sweep while it can be downloaded, unlike an object without a row', async () => {
    const sam = await stack.signIn('sam.swept')
    const { body } = await sam.call(account.startExport)
    await stack.jobsDone()
    const stray = '0199aaaa-0000-4000-8000-000000000000.zip'
    await storage.putFile(`exports/${stray}`, import.meta.filename, 'application/zip')
    const later = () => stack.clock.now().add({ hours: 24 * 365 })
    await sweepObjects({ ...deps(), now: later })
    const left = await exportObjects()
    expect(left).toContain(`${body.task.id}.zip`)
    expect(left).not.toContain(stray)
  })
})

describe('an interrupted export', () => {
  test('is complete after the next attempt, at any point, and leaves nothing partial', async () => {
    const ira = await stack.signIn('ira.interrupted')
    const section = await addSection(stack.db)
    await addPost(ira, section, { name: 'One' })
    await addPost(ira, section, { name: 'Two' })
    for (let point = 1; ; point++) {
      const id = await addTask(ira)
      const broke = await runExport({ ...deps(), storage: breakingAt(point) }, id).then(
        () => false,
        () => true,
      )
      if (broke) {
        expect((await ira.call(account.readExport)).body.task).toMatchObject({
          id,
          state: 'running',
          size: null,
        })
        await runExport(deps(), id)
      }
      const { task } = (await ira.call(account.readExport)).body
      expect(task).toMatchObject({ id, state: 'done' })
      const archive = await fetchArchive(ira)
      expect([...archive.keys()].filter(name => name.startsWith('documents/'))).toHaveLength(2)
      stack.clock.advance({ seconds: 1 })
      if (!broke) break
      expect(point).toBeLessThan(20)
    }
  })

  test('that another run overtakes can still be downloaded', async () => {
    const ola = await stack.signIn('ola.overtaken')
    await addPost(ola, await addSection(stack.db), { name: 'Twice' })
    const id = await addTask(ola)
    const putStream: Storage['putStream'] = async (...archive) => {
      // So that the two archives differ.
      await ola.call(support.send, { body: { category: 'other', message: 'Is this kept?' } })
      await runExport(deps(), id)
      return storage.putStream(...archive)
    }
    await runExport({ ...deps(), storage: { ...storage, putStream } }, id)
    expect((await ola.call(account.readExport)).body.task).toMatchObject({ id, state: 'done' })
    expect((await fetchArchive(ola)).size).toBeGreaterThan(2)
  })

  test('that fails for good says so, leaves nothing, and lets the person start another', async () => {
    const una = await stack.signIn('una.unlucky')
    const id = await addTask(una)
    await exportFailed(deps(), id)
    expect((await una.call(account.readExport)).body.task).toMatchObject({ id, state: 'failed' })
    expect(existsSync(join(stack.storageDir, 'exports', `${id}.zip`))).toBe(false)
    await runExport(deps(), id)
    expect((await una.call(account.readExport)).body.task).toMatchObject({ id, state: 'failed' })
    stack.clock.advance({ seconds: 1 })
    const { body } = await una.call(account.startExport)
    expect(body.task.id).not.toBe(id)
    await stack.jobsDone()
    expect((await una.call(account.readExport)).body.task).toMatchObject({ state: 'done' })
  })

  test('closes the list or the file that it was reading when the store failed', async () => {
    const leo = await stack.signIn('leo.leftopen')
    await addPost(leo, await addSection(stack.db), { name: 'Read halfway' })
    const id = await addTask(leo)
    const putStream: Storage['putStream'] = async (_key, archive) => {
      await expect.poll(() => archive.readableLength).toBeGreaterThanOrEqual(archive.readableHighWaterMark)
      throw new Error('The store is full.')
    }
    const endless: ExportList = {
      file: 'endless.json',
      about: 'more than the archive takes at once',
      query: () => sql`select gen_random_uuid() as id from generate_series(1, 20000)`,
    }
    const broken = { ...deps(), storage: { ...storage, putStream } }
    await expect(runExport({ ...broken, exportLists: [endless] }, id)).rejects.toThrow('full')
    const reading = sql<{ count: number }>`select count(*)::int from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like 'fetch%from listed'`
    const readers = async () => (await reading.execute(stack.db)).rows[0]!.count
    // PostgreSQL itself ends an idle transaction after 10 seconds.
    await expect.poll(readers, { timeout: 5_000 }).toBe(0)

    const opened: Readable[] = []
    const get = async () => {
      opened.push(Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536))))
      return opened.at(-1)!
    }
    await expect(
      runExport({ ...broken, storage: { ...broken.storage, get }, exportLists: [] }, id),
    ).rejects.toThrow('full')
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  test('continues without a document that was deleted meanwhile', async () => {
    const mia = await stack.signIn('mia.meanwhile')
    await addPost(mia, await addSection(stack.db), { name: 'Gone in between' })
    const id = await addTask(mia)
    const emptied = { ...storage, get: async () => null }
    await runExport({ ...deps(), storage: emptied }, id)
    expect((await mia.call(account.readExport)).body.task).toMatchObject({ state: 'done' })
  })

  test('fails in the middle of a document instead of truncating it', async () => {
    const pia = await stack.signIn('pia.partial')
    await addPost(pia, await addSection(stack.db), { name: 'Cut off' })
    const id = await addTask(pia)
    const get = async (key: string) => {
      const stream = (await storage.get(key))!
      const bytes = await buffer(stream)
      return Readable.from(
        (async function* () {
          yield bytes.subarray(0, 10)
          throw new Error('The connection to the store was lost.')
        })(),
      )
    }
    await expect(runExport({ ...deps(), storage: { ...storage, get } }, id)).rejects.toThrow('connection')
    expect(await exportObjects()).not.toContain(`${id}.zip`)
    expect(await partialObjects()).toEqual([])
  })
})

/** A store that fails at its nth use: before it, or (every other time) just after. */
function breakingAt(point: number): Storage {
  let uses = 0
  const cut = <A extends unknown[], R>(use: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      const here = ++uses === Math.ceil(point / 2)
      if (here && point % 2 === 1) throw new Error('The power went out.')
      const result = await use(...given)
      if (here) throw new Error('The power went out.')
      return result
    }
  }
  return { ...storage, get: cut(storage.get), putStream: cut(storage.putStream), remove: cut(storage.remove) }
}
