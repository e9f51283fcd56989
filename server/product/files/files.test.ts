import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { type DocumentType, fileLimits, nameWithExtension, uploadLimits } from '#shared/domain/file-types.ts'
import { actingWays, everythingIn, makeActingPdf } from '../../../test/factories/acting-documents.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import {
  makeBombPdf,
  makeEncryptedPdf,
  makeHeic,
  makeImageBomb,
  makeJpeg,
  makeLyingPdf,
  makePdf,
  makePng,
  makeWebp,
  truncated,
} from '../../../test/factories/documents.ts'
import { addPost, postUpload, uploadThumbnail } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { sendTo, uploadDocument } from '../../../test/factories/uploads.ts'
import { inspector } from '../../../test/harness/inspector.ts'
import { openSocket } from '../../../test/harness/open-socket.ts'
import type { Person } from '../../../test/harness/person.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import type { Config } from '../../config/config.ts'
import { isoTime } from '../../platform/http/iso-time.ts'
import { ProcessFailure } from '../../platform/sandbox/failure.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const objects = () => storedObjects(stack.storageDir)
const post = (person: Person, key: string, more = {}) => postUpload(person, section, key, more)

describe.each([
  ['a folder', async () => ({ env: {}, options: null, close: async () => {} })],
  ['S3', startS3],
])('Files kept in %s', (_name, openStore) => {
  let store: Awaited<ReturnType<typeof openStore>>
  let own: Stack
  let storage: Storage
  let author: Person
  let reader: Person
  let place: Section
  beforeAll(async () => {
    store = await openStore()
    own = await startStack(store.env)
    const settings = store.options
      ? { kind: 's3', ...store.options }
      : { kind: 'folder', folder: own.storageDir }
    storage = await createStorage({ storage: settings, secret: 'x'.repeat(32), publicUrl: own.url } as Config)
    author = await own.signIn('author')
    reader = await own.signIn('reader')
    place = await addSection(own.db)
  })
  afterAll(async () => {
    await own?.close()
    await store?.close()
  })

  test.each<[DocumentType, string, () => Promise<Buffer>]>([
    ['application/pdf', 'a.pdf', () => makePdf({ pages: 3 })],
    ['image/png', 'a.png', () => makePng()],
    ['image/jpeg', 'a.jpg', () => makeJpeg()],
    ['image/webp', 'a.webp', () => makeWebp()],
  ])('go from one person to another: %s', async (type, name, make) => {
    const bytes = await make()
    const key = await uploadDocument(author, bytes, type)
    const made = await postUpload(author, place, key, { doc_name: name })
    expect(made.status).toBe(200)
    const { body } = await reader.call(files.download, { body: { key: made.body.post.doc_url } })
    const answer = await fetch(body.url)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toContain(`filename="${name}"`)
    const served = await bytesOf(answer)
    const { rows } = await sql<{ sha: string; pages: number }>`
      select encode(sha256, 'hex') as sha, pages from files where id = ${made.body.post.doc_url}`.execute(
      own.db,
    )
    expect(rows[0]!.sha).toBe(sha256(served))
    expect(made.body.post.pages).toBe(type === 'application/pdf' ? 3 : 1)
    const part = await fetch(body.url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await bytesOf(part)]).toEqual([206, served.subarray(0, 4)])
    if (type !== 'application/pdf') {
      expect((await sharp(served).metadata()).exif).toBeUndefined()
      const thumbnail = await own.visitor().fetch(made.body.post.thumb_url!)
      expect(thumbnail.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
      const { format, width, height } = await sharp(await bytesOf(thumbnail)).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: 300, height: 300 })
    }
  })

  test('serve what was checked, however often someone replaces the upload meanwhile', async () => {
    const [honest, hostile] = [await makePdf({ text: 'checked' }), await makePdf({ text: 'another' })]
    const create = (key: string) => postUpload(author, place, key)
    const served = async (key: string) => {
      const { body } = await reader.call(files.download, { body: { key } })
      return sha256(await bytesOf(await fetch(body.url)))
    }
    const alone = await uploadDocument(author, honest)
    expect((await create(alone)).status).toBe(200)
    for (let race = 0; race < 4; race++) {
      const { body: link } = await author.call(files.upload, {
        body: { name: 'a.pdf', type: 'application/pdf' },
      })
      await sendTo(link, honest)
      const posting = create(link.key)
      const replacing = Array.from({ length: 5 }, () => sendTo(link, hostile))
      const [made] = await Promise.all([posting, ...replacing])
      expect(made.status).toBe(200)
      expect((await sendTo(link, hostile)).status).toBe(409)
      expect(await served(link.key)).toBe(await served(alone))
    }
  })

  test('are gone from the store after a refusal, and their link can’t bring them back', async () => {
    const bytes = Buffer.from('<html>no PDF</html>')
    const { body: link } = await author.call(files.upload, {
      body: { name: 'a.pdf', type: 'application/pdf', size: bytes.length },
    })
    expect((await sendTo(link, bytes)).status).toBe(200)
    const { key } = link
    const refused = await postUpload(author, place, key)
    expect([refused.status, refused.problem.code]).toEqual([422, 'broken_file'])
    expect((await author.call(files.download, { body: { key } })).status).toBe(404)
    expect((await sendTo(link, bytes)).status).toBeGreaterThanOrEqual(409)
    expect(await storage.head(`uploads/${link.key}`)).toEqual({ size: 0 })
  })

  test('are at most 100 MiB, also for a link that was requested by name and type', async () => {
    const { body: link } = await author.call(files.upload, {
      body: { name: 'a.pdf', type: 'application/pdf' },
    })
    const tooMuch = await sendTo(link, Buffer.alloc(fileLimits.documentBytes + 1))
    expect(tooMuch.status).toBe(413)
    const { body: small } = await author.call(files.thumbnail, { body: { name: 'a.png', type: 'image/png' } })
    expect((await sendTo(small, Buffer.alloc(fileLimits.thumbnailBytes + 1))).status).toBe(413)
    // Such a client sends only its own type.
    const sent = await sendTo({ ...link, headers: { 'content-type': 'application/pdf' } }, await makePdf())
    expect(sent.status).toBe(200)
  })
})

describe('an upload', () => {
  test.each<[string, DocumentType, () => Buffer | Promise<Buffer>, string]>([
    [
      'a web page that says it is a PDF',
      'application/pdf',
      () => Buffer.from('<html><script>1</script>'),
      'broken_file',
    ],
    ['a PDF with a password', 'application/pdf', makeEncryptedPdf, 'encrypted_file'],
    [
      'a PDF cut off in the middle',
      'application/pdf',
      async () => truncated(await makePdf({ pages: 9 })),
      'broken_file',
    ],
    ['a PDF that unpacks to many megabytes', 'application/pdf', makeBombPdf, 'unsafe_file'],
    ['a PDF of a million pages', 'application/pdf', () => makeLyingPdf({ count: 1_000_000 }), 'too_large'],
    ['a PDF whose pages go in a circle', 'application/pdf', () => makeLyingPdf('loop'), 'broken_file'],
    ['an image bomb', 'image/png', makeImageBomb, 'unsafe_file'],
    ['a JPEG that says it is a PNG', 'image/png', () => makeJpeg(), 'broken_file'],
    [
      'an SVG that says it is a WebP',
      'image/webp',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'broken_file',
    ],
    ['nothing that says it is HEIC', 'image/heic', () => makePng(), 'broken_file'],
  ])('of %s is refused with the post and leaves nothing', async (_what, type, make, code) => {
    const before = await objects()
    const { body: link } = await ana.call(files.upload, { body: { name: 'x', type } })
    await sendTo(link, await make())
    const refused = await post(ana, link.key)
    expect([refused.status, refused.problem.code]).toEqual([code === 'too_large' ? 413 : 422, code])
    expect(refused.problem.detail).toMatch(/\w+ .*\.$/)
    expect(await objects()).toEqual(before)
    expect((await post(ana, link.key)).status).toBe(404)
  })

  test('of a PDF with a script is accepted without it, and its owner is told, also when they ask again', async () => {
    const key = await uploadDocument(
      ana,
      await makeActingPdf(actingWays['a script that runs when it opens']!),
    )
    const made = await post(ana, key)
    expect([made.status, made.body.changes]).toEqual([200, ['script']])
    expect((await post(ana, key)).body.changes).toEqual(['script'])
    const { body } = await ben.call(files.download, { body: { key } })
    const read = await everythingIn(await bytesOf(await fetch(body.url)))
    expect(read).not.toMatch(/canary|JavaScript|OpenAction/)
    expect(read).toContain('Lecture notes')
    expect((await post(ana, await uploadDocument(ana))).body.changes).toEqual([])
  })

  test('of no bytes is refused', async () => {
    const { body: link } = await ana.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf' } })
    const sent = await sendTo(link, new Uint8Array())
    expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual([422, 'broken_file'])
    expect((await post(ana, link.key)).status).toBe(404)
  })

  test('that never arrived can’t be posted, and can still arrive', async () => {
    const { body: link } = await ana.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf' } })
    expect((await post(ana, link.key)).status).toBe(404)
    await sendTo(link, await makePdf())
    expect((await post(ana, link.key)).status).toBe(200)
  })

  test.each([
    ['no login', () => stack.visitor(), {}, 401],
    ['a type nobody can read here', () => ana, { type: 'text/html' }, 422],
    ['an office type, which is converted first', () => ana, { type: 'application/msword' }, 422],
    ['more than 100 MiB', () => ana, { size: fileLimits.documentBytes + 1 }, 422],
    ['no bytes', () => ana, { size: 0 }, 422],
    ['a name with a NUL', () => ana, { name: 'a\u0000.pdf' }, 422],
    ['a name with a line break', () => ana, { name: 'a\r\nSet-Cookie: x.pdf' }, 422],
    ['a name written backwards', () => ana, { name: 'a\u202efdp.exe' }, 422],
    ['a name of 201 characters', () => ana, { name: 'x'.repeat(201) }, 422],
    ['no name', () => ana, { name: ' ' }, 422],
  ])('with %s is refused', async (_what, who, fault, status) => {
    const response = await who().fetch(files.upload.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a.pdf', type: 'application/pdf', ...fault }),
    })
    expect(response.status).toBe(status)
  })

  test('may not be larger or smaller than stated, or of another type', async () => {
    const body = await makePdf()
    const { body: link } = await ana.call(files.upload, {
      body: { name: 'x.pdf', type: 'application/pdf', size: body.length },
    })
    expect((await sendTo(link, Buffer.concat([body, body]))).status).toBe(413)
    expect((await sendTo(link, body.subarray(1))).status).toBe(422)
    expect((await sendTo({ ...link, headers: { 'content-type': 'text/html' } }, body)).status).toBe(415)
    expect((await sendTo(link, body)).status).toBe(200)
  })

  test('link works for ten minutes and only for its own key', async () => {
    const { body: link } = await ana.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf' } })
    const { body: other } = await ana.call(files.upload, { body: { name: 'y.pdf', type: 'application/pdf' } })
    const [id, otherId] = [link.key, other.key].map(key => key.split('.')[0]!)
    const altered = await sendTo({ ...link, url: link.url.replace(id!, otherId!) }, await makePdf())
    expect([altered.status, ((await altered.json()) as { code: string }).code]).toEqual([403, 'forbidden'])
    stack.clock.advance({ minutes: 10, seconds: 1 })
    const late = await sendTo(link, await makePdf())
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([403, 'link_expired'])
  })

  test('that breaks off halfway leaves nothing, and the link still works', async () => {
    const before = await objects()
    const body = await makePdf({ pages: 12 })
    const { body: link } = await ana.call(files.upload, {
      body: { name: 'x.pdf', type: 'application/pdf', size: body.length },
    })
    const { host, pathname, search } = new URL(link.url)
    const socket = openSocket(link.url)
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/pdf\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, body.length / 2), () => socket.destroy())
    await new Promise(resolve => socket.on('close', resolve))
    await expect.poll(async () => (await sendTo(link, body)).status).toBe(200)
    const id = link.key.split('.')[0]!
    expect((await objects()).filter(name => !name.startsWith(id))).toEqual(before)
  })

  test('can be named by its key without extension, or by its original name', async () => {
    const { body: link } = await ana.call(files.upload, {
      body: { name: '1795229196.pdf', type: 'application/pdf' },
    })
    await sendTo(link, await makePdf())
    const { status, body } = await post(ana, '1795229196')
    expect([status, body.post.doc_url]).toEqual([200, link.key.replace('.pdf', '')])
  })

  test('beyond the daily number is refused, also when many come at once', async () => {
    const busy = await stack.signIn('busy')
    await sql`insert into upload_charges (person_id, kind, bytes, charged_at)
      select users.id, 'upload', 1000, now() - interval '2 hours'
      from users, generate_series(1, ${uploadLimits.upload.perDay - 5}) where username = 'busy'`.execute(
      stack.db,
    )
    const ask = () => busy.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf' } })
    const answers = await Promise.all(Array.from({ length: 12 }, ask))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
    expect(answers.find(answer => answer.status !== 200)!.problem.code).toBe('quota_exceeded')
  })

  test('counts toward its hour even if it was refused or its post deleted', async () => {
    const fickle = await stack.signIn('fickle')
    await sql`insert into upload_charges (person_id, kind, bytes)
      select users.id, 'upload', 1000 from users, generate_series(1, ${uploadLimits.upload.perHour - 2})
      where username = 'fickle'`.execute(stack.db)
    expect((await post(fickle, await uploadDocument(fickle, Buffer.from('no PDF')))).status).toBe(422)
    const made = await post(fickle, await uploadDocument(fickle))
    expect((await fickle.call(posts.remove, { query: { id: made.body.post.id } })).status).toBe(200)
    await stack.jobsDone()
    const ask = () => fickle.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf' } })
    expect((await ask()).problem.code).toBe('quota_exceeded')
    await sql`update upload_charges set charged_at = charged_at - interval '61 minutes'
      where person_id = (select id from users where username = 'fickle')`.execute(stack.db)
    expect((await ask()).status).toBe(200)
  })

  test('beyond the daily bytes is refused, and one without a stated size counts as the largest', async () => {
    const heavy = await stack.signIn('heavy')
    const ask = (size?: number) =>
      heavy.call(files.upload, { body: { name: 'x.pdf', type: 'application/pdf', size } })
    const whole = Math.floor(uploadLimits.upload.bytesPerDay / fileLimits.documentBytes)
    const answers = await Promise.all(Array.from({ length: whole + 3 }, () => ask()))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(whole)
    const left = uploadLimits.upload.bytesPerDay - whole * fileLimits.documentBytes
    expect((await ask(left + 1)).problem.code).toBe('quota_exceeded')
    expect((await ask(left)).status).toBe(200)
  })
})

describe('a document that is posted twice at once', () => {
  let own: Stack
  let author: Person
  let place: Section
  let second: PromiseWithResolvers<void>
  let posted: PromiseWithResolvers<void>
  let checks: number
  let failure: ProcessFailure
  beforeAll(async () => {
    own = await startStack(undefined, {
      ...inspector,
      // Both find the upload before the first is checked, and the second check fails after the first answer.
      async pdf(...check) {
        if (++checks === 1) {
          await second.promise
          return inspector.pdf(...check)
        }
        second.resolve()
        await posted.promise
        throw failure
      },
    })
    author = await own.signIn('author')
    place = await addSection(own.db)
  })
  afterAll(() => own?.close())

  test.each(['timeout', 'died', 'busy'] as const)(
    'is one post that can be read, though the second check fails as %s',
    async reason => {
      second = Promise.withResolvers()
      posted = Promise.withResolvers()
      checks = 0
      failure = new ProcessFailure(reason)
      const key = await uploadDocument(author)
      const create = () => postUpload(author, place, key)
      const both = [create(), create()]
      await Promise.race(both)
      posted.resolve()
      const answers = await Promise.all(both)
      const { body } = await author.call(files.download, { body: { key } })
      expect((await fetch(body.url)).status).toBe(200)
      const page = callUrl(files.showFirstPage, { params: { key } })
      expect((await author.fetch(page)).status).toBe(200)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]!.body.post.id).toBe(answers[1]!.body.post.id)
    },
  )
})

test('an upload whose check takes too long on a busy machine is kept, and can be posted later', async () => {
  let busy = true
  const own = await startStack(undefined, {
    ...inspector,
    pdf: (...check) => (busy ? Promise.reject(new ProcessFailure('timeout')) : inspector.pdf(...check)),
  })
  onTestFinished(() => own.close())
  const author = await own.signIn('author')
  const place = await addSection(own.db)
  const key = await uploadDocument(author)
  const create = () => postUpload(author, place, key)
  const late = await create()
  expect([late.status, late.problem.code]).toEqual([503, 'upstream_unavailable'])
  busy = false
  expect((await create()).status).toBe(200)
})

test('an upload whose check was killed, and is made again, takes its room once', async () => {
  const own = await startStack(undefined, {
    ...inspector,
    async pdf(person, source, output) {
      const lost = `${output}-lost`
      if (typeof source !== 'string') await source(lost)
      await rm(lost)
      return inspector.pdf(person, source, output)
    },
  })
  onTestFinished(() => own.close())
  const author = await own.signIn('author')
  const place = await addSection(own.db)
  const key = await uploadDocument(author)
  expect((await postUpload(author, place, key)).status).toBe(200)
})

describe('a document', () => {
  test('of a post can be read by anyone signed in; one without a post by its owner; others find nothing', async () => {
    const { doc_url: key } = await addPost(ana, section)
    const download = async (who: Person, what: string) =>
      (await who.call(files.download, { body: { key: what } })).status
    expect(await download(ben, key)).toBe(200)
    expect(await download(ben, `${key}.pdf`)).toBe(200)
    expect(await download(stack.visitor(), key)).toBe(401)
    expect(await download(ben, '../../etc/passwd')).toBe(404)
    expect(await download(ben, crypto.randomUUID())).toBe(404)
    const waiting = await uploadDocument(ana)
    expect(await download(ben, waiting)).toBe(404)
  })

  test('link works for a minute, so that nobody who is suspended or blocked reads on', async () => {
    const { doc_url: key } = await addPost(ana, section)
    const { body: link } = await ben.call(files.download, { body: { key } })
    expect(link.expires_at).toBe(isoTime(stack.clock.now().add({ seconds: 60 })))
    stack.clock.advance({ seconds: 59 })
    expect((await fetch(link.url, { headers: { range: 'bytes=0-3' } })).status).toBe(206)
    stack.clock.advance({ seconds: 1 })
    const late = await fetch(link.url, { headers: { range: 'bytes=0-3' } })
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([403, 'link_expired'])
  })

  test('is served so that no browser runs it, under a name that fits its type', async () => {
    const made = await post(ana, await uploadDocument(ana), { doc_name: 'week 6.exe' })
    const { body } = await ben.call(files.download, { body: { key: made.body.post.doc_url } })
    const answer = await fetch(body.url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment; filename="week 6.exe.pdf"'),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(nameWithExtension('photo.heic', 'image/jpeg')).toBe('photo.jpg')
    expect(nameWithExtension('week.1', 'application/pdf')).toBe('week.1.pdf')
  })
})

test('a HEIC photo is stored as a JPEG, which every browser shows', async () => {
  const made = await post(ana, await uploadDocument(ana, makeHeic(), 'image/heic'), {
    doc_name: 'IMG_1.heic',
  })
  expect(made.body.post.kind).toBe('image')
  const { body } = await ben.call(files.download, { body: { key: made.body.post.doc_url } })
  const answer = await fetch(body.url)
  expect(answer.headers.get('content-disposition')).toContain('filename="IMG_1.jpg"')
  expect((await sharp(await bytesOf(answer)).metadata()).format).toBe('jpeg')
})

describe('a thumbnail', () => {
  test('is redrawn and visible to everyone', async () => {
    const thumb_url = await uploadThumbnail(ana, await makePng({ width: 900, height: 1200 }))
    const { body } = await post(ana, await uploadDocument(ana), { thumb_url })
    const answer = await stack.visitor().fetch(body.post.thumb_url!)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await sharp(await bytesOf(answer)).metadata()
    expect({ width, height }).toEqual({ width: 450, height: 600 })
  })

  test('that is no picture is refused, and the document can be posted with another', async () => {
    const document = await uploadDocument(ana)
    const thumb_url = await uploadThumbnail(ana, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect((await post(ana, document, { thumb_url })).problem.code).toBe('broken_file')
    const better = await uploadThumbnail(ana, await makePng())
    expect((await post(ana, document, { thumb_url: better })).status).toBe(200)
  })

  test('of someone else, of no post, or of more than 2 MiB is refused', async () => {
    const thumb_url = await uploadThumbnail(ben, await makePng())
    expect((await post(ana, await uploadDocument(ana), { thumb_url })).status).toBe(404)
    expect((await stack.visitor().fetch(`/api/bucket/thumbnail/${thumb_url}`)).status).toBe(404)
    const large = { name: 'x', type: 'image/png' as const, size: fileLimits.thumbnailBytes + 1 }
    expect((await ana.call(files.thumbnail, { body: large })).status).toBe(422)
  })
})

describe('the picture of a first page', () => {
  const picture = (person: Person, key: string) =>
    person.fetch(callUrl(files.showFirstPage, { params: { key } }))

  test.each<[string, DocumentType, () => Promise<Buffer>, { width: number; height: number }]>([
    ['pdf', 'application/pdf', () => makePdf({ pages: 3 }), { width: 828, height: 1172 }],
    ['jpeg', 'image/jpeg', () => makeJpeg({ width: 900, height: 1200 }), { width: 828, height: 1104 }],
  ])(
    'is there with a post of a %s, for whoever may read it and nobody else',
    async (kind, type, make, size) => {
      const author = await stack.signIn(`${kind}.author`)
      const key = await uploadDocument(author, await make(), type)
      expect((await picture(author, key)).status).toBe(404)
      const { body } = await post(author, key)
      const { id, first_page_aspect } = body.post
      expect(first_page_aspect).toBeCloseTo(size.height / size.width, 2)
      const shown = await picture(ben, key)
      expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'no-store',
      ])
      const { format, width, height } = await sharp(await bytesOf(shown)).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', ...size })

      expect((await picture(stack.visitor(), key)).status).toBe(401)
      const blocked = await stack.signIn(`${kind}.blocked`)
      await author.call(blocks.block, { body: { username: `${kind}.blocked` } })
      expect((await picture(blocked, key)).status).toBe(404)
      const before = await objects()
      await author.call(posts.remove, { query: { id } })
      expect((await picture(ben, key)).status).toBe(404)
      await stack.jobsDone()
      expect((await picture(author, key)).status).toBe(404)
      // The document, its picture, and what an image has for a thumbnail.
      expect((await objects()).length).toBe(before.length - (kind === 'pdf' ? 2 : 3))
    },
  )

  test('isn’t needed: a document whose first page can’t be drawn is posted without one', async () => {
    const thin = await PDFDocument.create()
    thin.addPage([1, 14_400])
    const key = await uploadDocument(ana, Buffer.from(await thin.save()))
    const { status, body } = await post(ana, key)
    expect([status, body.post.first_page_aspect]).toEqual([200, null])
    expect((await picture(ben, key)).status).toBe(404)
    expect((await ben.call(files.download, { body: { key } })).status).toBe(200)
  })
})
