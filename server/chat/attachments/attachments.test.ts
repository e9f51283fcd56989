import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachments } from '#shared/api/attachments.ts'
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
  stack.clock.advance({ hours: 25 })
  expect(await sweep()).toEqual([false, false])
  await expect(stat(lostAt)).rejects.toThrow('ENOENT')
})
