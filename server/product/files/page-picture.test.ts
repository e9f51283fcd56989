import { glob, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makeJpeg, makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { inspector } from '../../../test/harness/inspector.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { ProcessFailure } from '../../platform/sandbox/failure.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section
/** Called before each picture of a page is drawn. */
let beforeSmallPage = async () => {}
/** Called after each picture of a page is drawn. */
let afterSmallPage = async () => {}

beforeAll(async () => {
  stack = await startStack(undefined, {
    ...inspector,
    smallPage: (...asked) =>
      beforeSmallPage()
        .then(() => inspector.smallPage(...asked))
        .finally(() => afterSmallPage()),
  })
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const objects = () => storedObjects(stack.storageDir)

/** How many files of a size are in this server's temporary folders. */
async function copiesOf(size: number): Promise<number> {
  const paths = await Array.fromAsync(glob(`${tmpdir()}/ignite-${process.pid}-*/**/*`))
  const found = await Promise.all(paths.map(path => stat(path).catch(() => null)))
  return found.filter(file => file?.isFile() && file.size === size).length
}

describe('the picture of a page', () => {
  const picture = (person: Person, key: string, page: number | string) =>
    person.fetch(callUrl(files.showPage, { params: { key }, query: { page: page as number } }))
  const drawnOf = async (key: string) =>
    stack.db.selectFrom('page_pictures').selectAll().where('file_id', '=', key).orderBy('page').execute()

  test('is drawn when somebody first asks for it, for whoever may read the document, and goes with it', async () => {
    const author = await stack.signIn('pages.author')
    const { id, doc_url: key } = await addPost(author, section, { file: await makePdf({ pages: 3 }) })
    expect(await drawnOf(key)).toEqual([])
    const shown = await picture(ben, key, 2)
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    const bytes = await bytesOf(shown)
    const { format, width, height } = await sharp(bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 640, height: 906 })
    const again = await picture(ana, key, 2)
    expect(await bytesOf(again)).toEqual(bytes)
    expect((await drawnOf(key)).map(({ page }) => page)).toEqual([2])

    for (const page of [4, 1_000_000]) expect((await picture(ben, key, page)).status).toBe(404)
    for (const page of [0, -1, 1.5, 'two']) expect((await picture(ben, key, page)).status).toBe(422)
    expect((await picture(stack.visitor(), key, 2)).status).toBe(401)
    const blocked = await stack.signIn('pages.blocked')
    await author.call(blocks.block, { body: { username: 'pages.blocked' } })
    expect((await picture(blocked, key, 2)).status).toBe(404)

    const before = await objects()
    await author.call(posts.remove, { query: { id } })
    expect((await picture(ben, key, 2)).status).toBe(404)
    await stack.jobsDone()
    // The document and its two pictures.
    expect((await objects()).length).toBe(before.length - 3)
    expect(await drawnOf(key)).toEqual([])
  })

  test('takes one copy of the document at a time, however many pages a person asks for', async () => {
    const person = await stack.signIn('pages.all')
    const { doc_url: key } = await addPost(ana, section, { file: await makePdf({ pages: 12 }) })
    // What reads a new document takes copies of its own.
    await stack.jobsDone()
    const { size } = await stack.db
      .selectFrom('files')
      .select('size')
      .where('id', '=', key)
      .executeTakeFirstOrThrow()
    const copies: number[] = []
    afterSmallPage = async () => void copies.push(await copiesOf(size!))
    const pages = Array.from({ length: 12 }, (_, index) => index + 1)
    const answers = await Promise.all(pages.map(page => picture(person, key, page)))
    afterSmallPage = async () => {}
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(copies).toHaveLength(12)
    expect(Math.max(...copies)).toBe(1)
  })

  test('is drawn once for many who ask at once', async () => {
    const { doc_url: key } = await addPost(ana, section)
    const before = await objects()
    const all = await Promise.all([ana, ben, ana, ben].map(person => picture(person, key, 2)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [first, ...others] = await Promise.all(all.map(bytesOf))
    for (const other of others) expect(other).toEqual(first)
    expect((await objects()).length).toBe(before.length + 1)
  })

  test('of an image is the image, made smaller', async () => {
    const file = await makeJpeg({ width: 900, height: 1200 })
    const { doc_url: key } = await addPost(ana, section, { file, type: 'image/jpeg' })
    const { width, height } = await sharp(await bytesOf(await picture(ben, key, 1))).metadata()
    expect({ width, height }).toEqual({ width: 640, height: 853 })
    expect((await picture(ben, key, 2)).status).toBe(404)
  })

  test('is missing where the page can’t be drawn, which is tried once', async () => {
    const thin = await PDFDocument.create()
    thin.addPage([1, 14_400])
    const file = Buffer.from(await thin.save())
    const { doc_url: key } = await addPost(ana, section, { file })
    expect((await picture(ben, key, 1)).status).toBe(404)
    expect((await drawnOf(key)).map(({ page, object_key }) => [page, object_key])).toEqual([[1, null]])
    expect((await picture(ben, key, 1)).status).toBe(404)
  })

  test('is tried again a day after its process ended, and not after the second time', async () => {
    const { doc_url: key } = await addPost(ana, section)
    let tries = 0
    beforeSmallPage = async () => {
      tries++
      throw new ProcessFailure('died')
    }
    const dayLater = () =>
      sql`update page_pictures set failed_at = failed_at - interval '1 day' where file_id = ${key}`.execute(
        stack.db,
      )
    const ask = async (page: number) => [(await picture(ben, key, page)).status, tries]
    expect(await ask(1)).toEqual([404, 1])
    expect(await ask(1)).toEqual([404, 1])
    await dayLater()
    expect(await ask(1)).toEqual([404, 2])
    await dayLater()
    expect(await ask(1)).toEqual([404, 2])

    expect(await ask(2)).toEqual([404, 3])
    beforeSmallPage = async () => {}
    await dayLater()
    expect(await ask(2)).toEqual([200, 3])
    expect(await ask(2)).toEqual([200, 3])
  })
})
