import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentLimits, attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { messages } from '#shared/api/messages.ts'
import { sendPicture, uploadAttachment } from '../../../test/factories/attachments.ts'
import { makeConversation, startConversation, write } from '../../../test/factories/conversations.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { sweepObjects, sweepUnsent } from './remove.ts'

let stack: Stack
let ana: Person
let ben: Person
let carl: Person
let id: string

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  carl = await stack.signIn('carl')
  id = await makeConversation([ana, 'ana'], [ben, 'ben'])
})
afterAll(() => stack?.close())

const send = (person: Person, attachment_ids: string[], to = id) =>
  person.call(messages.send, { params: { id: to }, body: { client_id: randomUUID(), attachment_ids } })
const accept = (person: Person, file: string) => person.call(attachments.accept, { params: { id: file } })
const link = (person: Person, file: string) => person.call(attachments.link, { params: { id: file } })

test('a picture and a PDF go with one message, and only the two people can read them', async () => {
  const picture = await sendPicture(ana, id)
  const pdf = await uploadAttachment(ana, id, {
    name: 'plan "1".pdf',
    type: 'application/pdf',
    bytes: await makePdf(),
  })
  expect((await link(ana, pdf)).status).toBe(404)
  expect((await accept(ana, pdf)).body.attachment).toMatchObject({
    name: 'plan "1".pdf',
    type: 'application/pdf',
  })
  expect((await link(ben, picture)).status).toBe(404)
  const sent = await send(ana, [pdf, picture])
  expect(sent.body.message).toMatchObject({
    text: '',
    attachments: [{ id: pdf }, { id: picture, type: 'image/png' }],
  })
  for (const person of [ana, ben]) {
    const { body } = await link(person, pdf)
    const answer = await fetch(body.url)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="plan _1_\.pdf"/)
    await answer.body?.cancel()
  }
  expect((await link(carl, pdf)).status).toBe(404)
  const { body: expiring } = await link(ben, picture)
  stack.clock.advance({ minutes: 1, seconds: 1 })
  expect((await fetch(expiring.url)).status).toBe(403)
})

test('a file goes with one message, by its owner, in its conversation, once it is checked', async () => {
  const other = await makeConversation([ana, 'ana'], [carl, 'carl'])
  const unchecked = await uploadAttachment(ana, id)
  const bens = await sendPicture(ben, id)
  const elsewhere = await sendPicture(ana, other)
  const sent = await sendPicture(ana, id)
  expect((await send(ana, [sent])).status).toBe(200)
  for (const ids of [[unchecked], [bens], [elsewhere], [sent], [randomUUID()]]) {
    expect((await send(ana, ids)).problem.code).toBe('invalid')
  }
  expect((await accept(ben, unchecked)).status).toBe(404)
  const [one, two] = await Promise.all([accept(ana, unchecked), accept(ana, unchecked)])
  expect([one.status, one.body]).toEqual([200, two.body])
})

test('a file that isn’t what it claims is refused and removed', async () => {
  const program = await uploadAttachment(ana, id, { bytes: Buffer.from('MZ not a picture') })
  expect((await accept(ana, program)).problem.code).toBe('broken_file')
  expect((await accept(ana, program)).status).toBe(404)
  const announced = { name: 'page.html', type: 'text/html' as never, size: 10 }
  expect((await ana.call(attachments.upload, { params: { id }, body: announced })).problem.code).toBe(
    'invalid',
  )
  const large = { name: 'a.png', type: 'image/png' as const, size: 26 * 1024 * 1024 }
  expect((await ana.call(attachments.upload, { params: { id }, body: large })).problem.code).toBe('invalid')
})

test('nobody sends files before the other person answers', async () => {
  const dora = await stack.signIn('dora')
  const { id: unasked } = await startConversation(dora, 'ana')
  const body = { name: 'a.png', type: 'image/png' as const, size: 10 }
  expect((await dora.call(attachments.upload, { params: { id: unasked }, body })).problem.code).toBe(
    'request_pending',
  )
  await write(dora, unasked, 'Hello')
  expect((await dora.call(attachments.upload, { params: { id: unasked }, body })).problem.code).toBe(
    'request_pending',
  )
  expect((await send(dora, [randomUUID()], unasked)).problem.code).toBe('request_pending')
})

test('nobody sends files to a person who blocks them', async () => {
  const name = 'bea.blocks'
  const bea = await stack.signIn(name)
  const between = await makeConversation([ana, 'ana'], [bea, name])
  await bea.call(blocks.block, { body: { username: 'ana' } })
  const body = { name: 'a.png', type: 'image/png' as const, size: 10 }
  for (const person of [ana, bea]) {
    const { problem } = await person.call(attachments.upload, { params: { id: between }, body })
    expect(problem.code).toBe('conversation_closed')
  }
})

describe('a person announces', () => {
  const { perHour, perDay, bytes, bytesPerDay } = attachmentLimits
  const announce = async (person: Person, to: string, size = 10) => {
    const body = { name: 'a.png', type: 'image/png' as const, size }
    const { status, problem } = await person.call(attachments.upload, { params: { id: to }, body })
    return status === 200 ? 'announced' : problem.code
  }
  /** Someone who has announced files before, and their conversation. */
  const comesWith = async (name: string, count: number, size: number, hoursAgo: number) => {
    const person = await stack.signIn(name)
    const at = stack.clock.now().subtract({ hours: hoursAgo })
    await sql`insert into chat.upload_charges (person_id, bytes, charged_at)
      select users.id, ${size}, ${at} from users, generate_series(1, ${sql.lit(count)}) where username = ${name}`.execute(
      stack.db,
    )
    return [person, await makeConversation([person, name], [ben, 'ben'])] as const
  }

  test.each([
    ['an hour', 'hugo.hour', perHour - 1, 0, 1],
    ['a day', 'dan.day', perDay - 1, 2, 22],
  ])('only so many files %s', async (_, name, count, hoursAgo, hours) => {
    const [person, to] = await comesWith(name, count, 10, hoursAgo)
    const answers = await Promise.all([announce(person, to), announce(person, to)])
    expect(answers.toSorted()).toEqual(['announced', 'quota_exceeded'])
    stack.clock.advance({ hours, seconds: 1 })
    expect(await announce(await stack.signIn(name), to)).toBe('announced')
  })

  test('only so many bytes a day', async () => {
    const [person, to] = await comesWith('mia.megabytes', bytesPerDay / bytes - 1, bytes, 2)
    expect(await announce(person, to, bytes - 1)).toBe('announced')
    expect(await announce(person, to, 2)).toBe('quota_exceeded')
    expect(await announce(person, to, 1)).toBe('announced')
  })
})

test('the files of deleted messages, unsent files, and objects without a file are removed from the store', async () => {
  const rowOf = (file: string) =>
    stack.db.selectFrom('chat.attachments').select('object_key').where('id', '=', file).executeTakeFirst()
  const objectOf = async (file: string) => join(stack.storageDir, (await rowOf(file))!.object_key!)
  const [sent, unsent, lost] = [
    await sendPicture(ana, id),
    await sendPicture(ana, id),
    await sendPicture(ana, id),
  ]
  const [sentAt, unsentAt, lostAt] = [await objectOf(sent), await objectOf(unsent), await objectOf(lost)]
  const { body } = await send(ana, [sent])
  await ana.call(messages.remove, { params: { id, seq: body.message.seq } })
  expect((await link(ben, sent)).status).toBe(404)
  await stack.jobsDone()
  await expect(stat(sentAt)).rejects.toThrow('ENOENT')

  const settings = {
    secret: 'a secret for tests that is long enough',
    publicUrl: stack.url,
    now: stack.clock.now,
  }
  const storage = openFolder({ folder: stack.storageDir, ...settings })
  const deps = { db: stack.db, storage, now: stack.clock.now }
  await stack.db.deleteFrom('chat.attachments').where('id', '=', lost).execute()
  const sweep = async () => {
    await sweepUnsent(deps)
    const left = await rowOf(unsent)
    const object = await stat(unsentAt).catch(() => undefined)
    await sweepObjects(deps)
    return [left !== undefined, object !== undefined]
  }
  expect(await sweep()).toEqual([true, true])
  await stat(lostAt)
  const foreign = join(dirname(lostAt), '0.partial.png')
  await writeFile(foreign, 'left by another program')
  stack.clock.advance({ hours: 25 })
  expect(await sweep()).toEqual([false, false])
  await expect(stat(lostAt)).rejects.toThrow('ENOENT')
})
