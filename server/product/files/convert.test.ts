import { glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { boards } from '#shared/api/boards.ts'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { makeBoard } from '../../../test/factories/boards.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makeDocx, makeEncryptedOffice, makeZipBomb, truncated } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { sendTo } from '../../../test/factories/uploads.ts'
import { inspector } from '../../../test/harness/inspector.ts'
import { openSocket } from '../../../test/harness/open-socket.ts'
import type { Person } from '../../../test/harness/person.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { longestAnswerMs } from '../../platform/http/longest-answer.ts'
import { temporaryBounds } from '../../platform/storage/send-bounds.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section
/** Called before each office file is checked. */
let beforeOfficeCheck = async () => {}

beforeAll(async () => {
  stack = await startStack(undefined, {
    ...inspector,
    office: (...asked) => beforeOfficeCheck().then(() => inspector.office(...asked)),
  })
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('an office file', () => {
  const convert = (who: Person, name: string, bytes: Uint8Array, field = 'files', signal?: AbortSignal) => {
    const body = new FormData()
    body.set(field, new Blob([new Uint8Array(bytes)]), name)
    return who.fetch(files.convert.path, { method: 'POST', body, ...(signal && { signal }) })
  }
  const code = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

  test('comes back as a PDF that can be posted', { timeout: 300_000 }, async () => {
    const answer = await convert(ana, 'Übung 1.docx', await makeDocx({ pages: 2 }))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const made = await addPost(ana, section, { file: await bytesOf(answer) })
    expect(made).toMatchObject({ pages: 2, first_page_aspect: expect.any(Number) })
  })

  test('is refused with the reason', async () => {
    expect(await code(await convert(stack.visitor(), 'a.docx', await makeDocx()))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(await code(await convert(ana, 'a.docx', await makeDocx(), 'other'))).toEqual([422, 'invalid'])
    expect(await code(await convert(ana, 'a.exe', await makeDocx()))).toEqual([415, 'unsupported_type'])
    expect(await code(await convert(ana, 'a.docx', makeZipBomb()))).toEqual([422, 'unsafe_file'])
    expect(await code(await convert(ana, 'a.docx', makeEncryptedOffice()))).toEqual([422, 'encrypted_file'])
    expect(await code(await convert(ana, 'a.docx', truncated(await makeDocx())))).toEqual([
      422,
      'broken_file',
    ])
    expect(await code(await convert(ana, 'a.docx', new Uint8Array()))).toEqual([422, 'broken_file'])
    expect(await code(await convert(ana, 'a.docx', Buffer.alloc(fileLimits.documentBytes + 1)))).toEqual([
      413,
      'too_large',
    ])
  })

  test('whose caller hangs up is dropped, and leaves nothing', { timeout: 300_000 }, async () => {
    const received = () => Array.fromAsync(glob(`ignite-${process.pid}-*/input.docx`, { cwd: tmpdir() }))
    const leaving = new AbortController()
    const body = await makeDocx({ pages: 100 })
    const gone = expect(convert(ben, 'a.docx', body, 'files', leaving.signal)).rejects.toThrow()
    await expect.poll(received).toHaveLength(1)
    leaving.abort()
    await gone
    await expect.poll(received).toEqual([])
  })

  test('whose turn doesn’t come within two minutes is refused for now', async () => {
    const turn = Promise.withResolvers<void>()
    beforeOfficeCheck = () => turn.promise
    const { setTimeout } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number, ...given: []) =>
      setTimeout(act, ms === longestAnswerMs ? 1 : ms, ...given)) as typeof setTimeout)
    onTestFinished(() => {
      vi.restoreAllMocks()
      beforeOfficeCheck = async () => {}
      turn.resolve()
    })
    const answer = await convert(ana, 'a.docx', await makeDocx())
    expect(answer.headers.get('retry-after')).toBe('15')
    expect(await code(answer)).toEqual([503, 'unavailable'])
  })

  test('waits for its turn behind two others of the same person', { timeout: 300_000 }, async () => {
    const many = await Promise.all(
      [1, 2, 3, 4].map(async () => convert(ben, 'a.docx', await makeDocx({ pages: 20 }))),
    )
    expect(many.map(answer => answer.status).sort()).toEqual([200, 200, 429, 429])
    expect(many.find(answer => answer.status === 429)!.headers.get('retry-after')).toBe('5')
    expect((await convert(ben, 'a.docx', await makeDocx())).status).toBe(200)
  })
})

describe('a server’s temporary folder', () => {
  const MiB = 1024 * 1024
  const arriving = async () =>
    (await Array.fromAsync(glob(`ignite-${process.pid}-*/input.docx`, { cwd: tmpdir() }))).length

  /** Begins to send an office file of about so many bytes, and stops after the first few. */
  function sendFirstBytes(person: Person, address: string, bytes: number) {
    const socket = openSocket(person.url)
    const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
    const head = [
      `POST ${files.convert.path} HTTP/1.1`,
      `host: ${new URL(person.url).host}`,
      `x-forwarded-for: ${address}`,
      `cookie: ${[...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${bytes}`,
    ]
    const part =
      '--b\r\ncontent-disposition: form-data; name="files"; filename="a.docx"\r\n\r\nthe first few bytes'
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
    return { closed, hangUp: () => socket.destroy() }
  }

  /** Sends these, and waits until the server has them. */
  async function beginOffice(person: Person, address: string, bytes: number) {
    const before = await arriving()
    const begun = sendFirstBytes(person, address, bytes)
    await expect.poll(arriving).toBe(before + 1)
    return begun
  }

  test('has room for so much at once: what would need more is refused for now, wherever it goes', async () => {
    const store = await startS3()
    const own = await startStack({ ...store.env, TRUST_PROXY: '1' })
    onTestFinished(() => own.close().then(store.close))
    const senders = await Promise.all(['first', 'second', 'third', 'fourth'].map(name => own.signIn(name)))
    const person = await own.signIn('careful')
    const place = await addSection(own.db)
    const link = async (size?: number) =>
      (await person.call(files.upload, { body: { name: 'a.pdf', type: 'application/pdf', size } })).body
    const stored = await link(3 * MiB)
    expect((await sendTo(stored, new Uint8Array(3 * MiB))).status).toBe(200)
    const boardId = await makeBoard(person)
    const asks = {
      convert() {
        const body = new FormData()
        body.set('files', new Blob([new Uint8Array(3 * MiB)]), 'a.docx')
        return person.fetch(files.convert.path, { method: 'POST', body })
      },
      upload: async () => sendTo(await link(), new Uint8Array(3 * MiB)),
      post: () =>
        person.fetch(posts.create.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            post_name: 'Notes',
            details: 'Of the week.',
            crn: place.crn,
            course_id: place.courseId,
            doc_url: stored.key,
            doc_name: 'notes.pdf',
          }),
        }),
      draw() {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(3 * MiB)], { type: 'image/png' }), 'a.png')
        const params = { id: boardId, pictureId: 'page-1' }
        return person.fetch(callUrl(boards.putPicture, { params }), { method: 'POST', body })
      },
    }
    const answers = async () => {
      const all = Object.entries(asks).map(async ([name, ask]) => {
        const answer = await ask()
        const again = answer.headers.get('retry-after')
        return [
          name,
          [answer.status, (JSON.parse((await answer.text()) || '{}') as { code?: string }).code, again],
        ]
      })
      return Object.fromEntries(await Promise.all(all))
    }

    const sendings = []
    for (const [nth, sender] of senders.slice(0, 3).entries())
      for (const size of [100, 100]) sendings.push(await beginOffice(sender, `192.0.2.${nth}`, size * MiB))
    sendings.push(await beginOffice(senders[3]!, '192.0.2.9', 38 * MiB))
    const refused = [503, 'unavailable', '15']
    expect(await answers()).toEqual({ convert: refused, upload: refused, post: refused, draw: refused })

    for (const { hangUp } of sendings) hangUp()
    await expect.poll(arriving).toBe(0)
    const broken = [422, 'broken_file', null]
    expect(await answers()).toEqual({
      convert: broken,
      upload: [200, undefined, null],
      post: broken,
      draw: broken,
    })
  })

  test('keeps no office file that stops arriving', async () => {
    const { stallMs } = temporaryBounds
    temporaryBounds.stallMs = 50
    onTestFinished(() => {
      temporaryBounds.stallMs = stallMs
    })
    await sendFirstBytes(ana, '192.0.2.1', 1000).closed
    await expect.poll(arriving).toBe(0)
  })
})
