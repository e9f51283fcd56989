import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PDFDocument, PDFName } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { boxUnits, documents } from '#shared/api/documents.ts'
import { posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { beginJob } from '../../../../local/jobs.ts'
import { addSection, type Section } from '../../../../test/factories/catalog.ts'
import { makePdf, makePhoto, makeScan, withLostPages } from '../../../../test/factories/documents.ts'
import { addPost } from '../../../../test/factories/posts.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { pauseAt } from '../../../../test/harness/pause.ts'
import type { Person } from '../../../../test/harness/person.ts'
import type { Stack } from '../../../../test/harness/stack.ts'
import { startStack } from '../../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana.author')
  ben = await stack.signIn('ben.reader')
  section = await addSection(stack.db)
})

afterAll(() => stack?.close())

const find = async (text: string) => (await ben.call(search.pages, { query: { text } })).body.pages

async function documentOf(id: string) {
  return (await ben.call(documents.ofPost, { params: { id } })).body.document
}

/** The documents that Ana was told about. */
async function documentsTold(): Promise<(string | null)[]> {
  const { data } = (await ana.call(alerts.list, { query: {} })).body
  return data.filter(({ kind }) => kind === 'document_indexed').map(({ about }) => about)
}

/** The pages that were recognized, in the order in which that happened. */
async function pagesRead(): Promise<{ document_id: string; page: number }[]> {
  const { rows } = await sql<{ document_id: string; page: number }>`
    select document_id, page from assistant.passages join assistant.recognized_pages using (document_id, page)
    order by passages.id`.execute(stack.db)
  return rows
}

async function storedFile(documentId: string): Promise<string> {
  const { rows } = await sql<{ object_key: string }>`
    select object_key from assistant.files where id = ${documentId}`.execute(stack.db)
  return join(stack.storageDir, rows[0]!.object_key)
}

/** As if the server had been stopped before these pages, and nobody had had a turn. */
async function forget(pages: Record<string, number[]>): Promise<void> {
  await stack.db.transaction().execute(async trx => {
    await sql`update assistant.documents set picture_turn = 0`.execute(trx)
    for (const [documentId, unread] of Object.entries(pages)) {
      for (const table of ['passages', 'recognized_pages']) {
        await sql`delete from ${sql.table(`assistant.${table}`)}
          where document_id = ${documentId} and page = any(${unread}::int[])`.execute(trx)
      }
      await sql`
        update assistant.documents set unread_pages = ${unread}::int[], picture_pages = ${unread}::int[]
        where id = ${documentId}`.execute(trx)
    }
  })
}

async function noise(): Promise<Buffer> {
  const [width, height] = [200, 150]
  // The same noise each time: a linear congruential generator.
  let state = 7
  const pixels = Uint8Array.from({ length: width * height }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state < 1_073_741_824 ? 0 : 255
  })
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

describe('A page that is a picture', () => {
  test('is found and can be quoted once its text is recognized, and the pages with text are before', async () => {
    const scan = await PDFDocument.load(
      await makeScan({ pages: 2, text: page => `Osmosis moves water through membrane number ${page * 7}.` }),
    )
    const typed = await PDFDocument.load(await makePdf({ text: 'Diffusion needs no membrane at all.' }))
    const [page] = await scan.copyPages(typed, [0])
    scan.insertPage(1, page!)
    const post = await addPost(ana, section, { name: 'Membranes', file: Buffer.from(await scan.save()) })
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [], unread_pages: 0 })
    const [found] = await find('osmosis "membrane number 14"')
    expect(found).toMatchObject({ page: 3, post: { id: post.id } })
    const { body } = await ben.call(documents.passage, { params: { id: found!.passage_id } })
    expect(body.passage.text).toContain('Osmosis moves water through membrane number 14.')
    // Where makePdf wrote it.
    const line = body.passage.boxes.at(-1)!
    expect(line.x).toBeCloseTo(50 / 595, 2)
    expect(line.y).toBeCloseTo(93 / 150, 1)
    expect((await find('diffusion membrane'))[0]).toMatchObject({ page: 2, post: { id: post.id } })
  })

  test('is read too if an app wrote a line of its own on it, which is there once', async () => {
    const text = (page: number) => `Mitosis divides a nucleus, slide ${page * 3}.`
    const file = await makeScan({ pages: 2, text, stamp: 'Digitalizado con CamScanner' })
    const post = await addPost(ana, section, { name: 'Cell division', file })
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({
      state: 'done',
      picture_pages: [],
      unread_pages: 0,
      language: 'en',
    })
    expect(await find('mitosis "slide 6"')).toMatchObject([{ page: 2, post: { id: post.id } }])
    expect(await find('camscanner')).toMatchObject([
      { post: { id: post.id }, other_pages: [expect.anything()] },
    ])
    const { body } = await ben.call(documents.recognized, { params: { id: post.id }, query: { from: 1 } })
    const lines = body.pages.flatMap(({ lines }) => lines.map(line => line.text))
    expect(lines).toContain('Mitosis divides a nucleus, slide 3.')
    expect(lines.join()).not.toMatch(/scanner/i)
  })

  test('isn’t one where a picture stands beside a few words, and nobody waits until that is clear', async () => {
    const slides = await PDFDocument.create()
    const image = await slides.embedPng(await makePhoto('Meiosis halves a nucleus.'))
    for (let number = 1; number <= 100; number++) {
      const page = slides.addPage([595, 842])
      page.drawImage(image, { x: 0, y: 0, width: 300, height: 80 })
      page.drawText('Any questions?', { x: 50, y: 700 })
    }
    const file = Buffer.from(await slides.save())
    const recognizer = await pauseAt(stack.databaseUrl, 'alter sequence assistant.picture_turns increment 1')
    const post = await addPost(ana, section, { name: 'Meiosis', file })
    await recognizer.reached()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [], unread_pages: 0 })
    await eventually('the author is told', async () => (await documentsTold()).includes('Meiosis'))
    await recognizer.release()
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [], unread_pages: 0 })
    expect(await pagesRead()).not.toContainEqual(expect.objectContaining({ document_id: post.doc_url }))
  })

  test('can be a post of its own: a photo of a whiteboard', async () => {
    const post = await addPost(ana, section, {
      name: 'Board',
      file: await makePhoto('Ribosomes translate messenger molecules into proteins.'),
      type: 'image/png',
    })
    await stack.jobsDone()
    expect(await find('ribosomes proteins')).toMatchObject([{ page: 1, post: { id: post.id } }])
    expect((await documentOf(post.id)).language).toBe('en')
    await ana.call(posts.remove, { query: { id: post.id } })
    expect(await find('ribosomes proteins')).toEqual([])
    await beginJob(stack.db, 'remove-gone-documents')
    await stack.jobsDone()
    expect(await pagesRead()).not.toContainEqual(expect.objectContaining({ document_id: post.doc_url }))
  })

  test('tells those who may read the document where its words are', async () => {
    const file = await makePhoto('Centrioles organize spindles.')
    const post = await addPost(ana, section, { name: 'Spindles', file, type: 'image/png' })
    await stack.jobsDone()
    const recognized = (person: Person, from: number) =>
      person.call(documents.recognized, { params: { id: post.id }, query: { from } })
    const { body } = await recognized(ben, 1)
    expect(body.pages).toMatchObject([{ page: 1 }])
    const line = body.pages[0]!.lines.find(({ text }) => text.startsWith('Centrioles'))!
    expect(line.text).toBe('Centrioles organize spindles.')
    expect(line.boxes).toHaveLength(3 * 4)
    expect(line.boxes[0]! / boxUnits).toBeCloseTo(50 / 595, 2)
    expect((await recognized(ben, 2)).body.pages).toEqual([])

    expect((await recognized(stack.visitor(), 1)).status).toBe(401)
    const cid = await stack.signIn('cid.blocked')
    await ana.call(blocks.block, { body: { username: 'cid.blocked' } })
    expect((await recognized(cid, 1)).status).toBe(404)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.hidePost, { body: { id: post.id, reason: 'Copied from a book.' } })
    expect((await recognized(ben, 1)).status).toBe(404)
    expect((await recognized(ana, 1)).status).toBe(200)
    await ana.call(posts.remove, { query: { id: post.id } })
    expect((await recognized(ana, 1)).status).toBe(404)
    expect((await recognized(ben, 0)).status).toBe(422)
  })

  test('has no passage if it is noise', async () => {
    const post = await addPost(ana, section, { name: 'Static', file: await noise(), type: 'image/png' })
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [1], unread_pages: 0 })
    expect(await pagesRead()).not.toContainEqual(expect.objectContaining({ document_id: post.doc_url }))
  })

  test('has no passage if its picture is too large to be unpacked, and the pages after it are read', async () => {
    const pdf = await PDFDocument.load(await makeScan({ pages: 2, text: 'Lysosomes digest what is left.' }))
    const image = pdf.context.flateStream(Buffer.alloc((10_000 * 10_000) / 8), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 10_000,
      Height: 10_000,
      BitsPerComponent: 1,
      ColorSpace: 'DeviceGray',
    })
    const [first] = pdf.getPages()
    const name = first!.node.newXObject('Huge', pdf.context.register(image))
    first!.node.set(
      PDFName.of('Contents'),
      pdf.context.register(pdf.context.stream(`q 595 0 0 842 0 0 cm ${name} Do Q`)),
    )
    const post = await addPost(ana, section, { name: 'Poster', file: Buffer.from(await pdf.save()) })
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [1], unread_pages: 0 })
    expect(await find('lysosomes')).toMatchObject([{ page: 2, other_pages: [] }])
  })
})

describe('Reading pictures', () => {
  test('continues with the page where it was stopped, and people take turns', async () => {
    const page = (number: number) => `Golgi apparatus, slide ${number * 3}.`
    const long = await addPost(ana, section, { file: await makeScan({ pages: 7, text: page }) })
    const short = await addPost(ben, section, { file: await makeScan({ text: page }) })
    await stack.jobsDone()
    const before = (await pagesRead()).filter(({ document_id }) => document_id === long.doc_url)
    expect(before.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7])

    await forget({ [long.doc_url]: [2, 3, 4, 5, 6, 7], [short.doc_url]: [1] })
    await beginJob(stack.db, 'read-pictures', { documentId: long.doc_url })
    await stack.jobsDone()
    const after = (await pagesRead()).filter(({ document_id }) =>
      [long.doc_url, short.doc_url].includes(document_id),
    )
    const ofLong = (number: number) => ({ document_id: long.doc_url, page: number })
    const ofShort = { document_id: short.doc_url, page: 1 }
    expect(after).toEqual([ofLong(1), ...[2, 3, 4, 5, 6].map(ofLong), ofShort, ofLong(7)])
  })

  test('goes on after a restart, and reads each page once', async () => {
    const post = await addPost(ana, section, {
      file: await makeScan({ pages: 3, text: 'Vacuoles store what cells need.' }),
    })
    await stack.restart()
    await stack.jobsDone()
    expect(await documentOf(post.id)).toMatchObject({ state: 'done', picture_pages: [], unread_pages: 0 })
    const read = (await pagesRead()).filter(({ document_id }) => document_id === post.doc_url)
    expect(read.map(({ page }) => page)).toEqual([1, 2, 3])
  })

  test('tries pages again an hour later whose process ended, and only once', async () => {
    const text = (page: number) => `Peroxisomes of slide ${page * 3}.`
    const post = await addPost(ana, section, { file: await makeScan({ pages: 4, text }) })
    // The process keeps open what it read last.
    await addPost(ben, section, { file: await makeScan({ text: 'Centrosomes.' }) })
    await stack.jobsDone()
    const pagesOf = async () => {
      await stack.jobsDone()
      const read = (await pagesRead()).filter(({ document_id }) => document_id === post.doc_url)
      return read.map(({ page }) => page)
    }
    const later = async (minutes: number) => {
      await sql`update assistant.documents set cut_off_at = cut_off_at - interval '1 minute' * ${minutes}
        where id = ${post.doc_url}`.execute(stack.db)
      await beginJob(stack.db, 'read-all-pictures')
    }
    const file = await storedFile(post.doc_url)
    const whole = await readFile(file)
    await forget({ [post.doc_url]: [1, 2, 3] })
    await writeFile(file, await withLostPages(whole, [2, 3]))
    await beginJob(stack.db, 'read-pictures', { documentId: post.doc_url })
    expect(await pagesOf()).toEqual([4, 1])
    await writeFile(file, await withLostPages(whole, [3]))
    await later(58)
    expect(await pagesOf()).toEqual([4, 1])
    await later(3)
    expect(await pagesOf()).toEqual([4, 1, 2])
    await writeFile(file, whole)
    await later(1_000_000)
    expect(await pagesOf()).toEqual([4, 1, 2])
    expect(await documentOf(post.id)).toMatchObject({ picture_pages: [3], unread_pages: 0 })
  })

  test('of one document goes on although another’s can’t be fetched', async () => {
    const [lost, here] = [
      await addPost(ana, section, { file: await makeScan({ text: 'Flagella.' }) }),
      await addPost(ben, section, { file: await makeScan({ text: 'Cilia move cells.' }) }),
    ]
    await stack.jobsDone()
    await forget({ [lost.doc_url]: [1], [here.doc_url]: [1] })
    await sql`update assistant.documents set picture_turn = -1 where id = ${lost.doc_url}`.execute(stack.db)
    const file = await storedFile(lost.doc_url)
    await rm(file)
    await mkdir(file)
    await beginJob(stack.db, 'read-pictures', { documentId: here.doc_url })
    await stack.jobsDone()
    const { rows } = await sql`
      select state, retry_count from pgboss.job
      where name = 'read-pictures' and data ->> 'documentId' = ${here.doc_url}
      order by created_on desc limit 1`.execute(stack.db)
    expect(rows).toEqual([{ state: 'completed', retry_count: 0 }])
    expect(await find('cilia')).toMatchObject([{ post: { id: here.id } }])
    await rm(file, { recursive: true })
    await beginJob(stack.db, 'read-pictures', { documentId: lost.doc_url })
    await stack.jobsDone()
  })

  test('begins for documents from before, and tells the author of a long one when it is done', async () => {
    const file = await makeScan({ text: 'Chloroplasts from before.' })
    const post = await addPost(ana, section, { name: 'Chloroplasts', file })
    await stack.jobsDone()
    await forget({ [post.doc_url]: [1] })
    await sql`update assistant.documents set pages = 100, pages_done = 100 where id = ${post.doc_url}`.execute(
      stack.db,
    )
    expect(await documentsTold()).not.toContain('Chloroplasts')
    await beginJob(stack.db, 'read-all-pictures')
    await stack.jobsDone()
    expect(await documentsTold()).toContain('Chloroplasts')
    expect(await find('chloroplasts')).toMatchObject([{ post: { id: post.id }, page: 1 }])
  })
})
