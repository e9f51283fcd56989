import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFString } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import {
  actingWays,
  canary,
  everythingIn,
  makeActingPdf,
  makeOwnerLockedPdf,
} from '../../../../test/factories/acting-documents.ts'
import { checkPdf } from './check-pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-pdf-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const written = () => join(folder, crypto.randomUUID())

async function check(bytes: Buffer, output: string) {
  const path = written()
  await writeFile(path, bytes)
  return checkPdf({ kind: 'pdf', path, output })
}

const replaced = (file: Buffer, part: RegExp, by: string) =>
  Buffer.from(file.toString('latin1').replace(part, by), 'latin1')

const words = /4C656374757265206E6F746573|Lecture notes/i
const harmful =
  /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMedia|Movie|Sound|EmbeddedFile|EF|XFA)\b/

test.each(Object.entries(actingWays))('removes %s from a PDF and keeps its page', async (_what, way) => {
  for (const packed of [true, false]) {
    const acting = await makeActingPdf(way, { packed })
    expect(await everythingIn(acting)).toContain(canary)
    const output = written()
    const { pages, changes } = await check(acting, output)
    const left = await everythingIn(await readFile(output))
    expect(left).not.toContain(canary)
    expect(left).not.toMatch(harmful)
    expect(left).toMatch(words)
    expect({ pages, removed: changes.length }).toEqual({ pages: 1, removed: 1 })
  }
})

test('keeps what a reader uses: web links, places, fields and their content', async () => {
  const output = written()
  const useful = await makeActingPdf(({ catalog, annotation, object, stream }) => {
    const place = { S: 'GoTo', D: [0, 'Fit'] }
    catalog('OpenAction', place)
    annotation({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://example.com/a?b=(c)') } })
    annotation({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('mailto:ana@example.com') } })
    annotation({ Subtype: 'Link', A: place })
    const look = stream('/Tx BMC (shown) Tj EMC', { Subtype: 'Form', BBox: [0, 0, 9, 9] })
    const field = object({
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFString.of('name'),
      V: PDFString.of('Ana'),
      AP: { N: look },
    })
    catalog('AcroForm', { Fields: [field] })
  })
  expect(await check(useful, output)).toEqual({ pages: 1, changes: [] })
  const left = await everythingIn(await readFile(output))
  for (const kept of [
    'https://example.com/a?b=',
    'mailto:ana@example.com',
    '/GoTo',
    '/AcroForm',
    '(Ana)',
    '(shown) Tj',
    '/OpenAction',
  ]) {
    expect(left).toContain(kept)
  }
})

test('removes from a PDF who made it, with what, and from which file', async () => {
  const told = ['Ana Real Name', 'Draft for Ben', 'file:///home/ana/draft.docx']
  for (const packed of [true, false]) {
    const made = await makeActingPdf(
      ({ pdf, catalog, stream }) => {
        pdf.setAuthor(told[0]!)
        pdf.setTitle(told[1]!)
        catalog('Metadata', stream(`<x:xmpmeta>${told}</x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' }))
      },
      { packed },
    )
    const before = await everythingIn(made)
    for (const text of told) expect(before).toContain(text)
    const output = written()
    expect(await check(made, output)).toEqual({ pages: 1, changes: [] })
    const left = await everythingIn(await readFile(output))
    for (const text of told) expect(left).not.toContain(text)
    expect(left).toMatch(words)
  }
})

test('keeps fonts and pictures whose names look like actions', async () => {
  const output = written()
  const named = await makeActingPdf(({ page, object }) => {
    const font = object({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' })
    page('Resources', { Font: { AA: font, JS: font, EF: font, XFA: font } })
  })
  expect(await check(named, output)).toEqual({ pages: 1, changes: [] })
  expect(await everythingIn(await readFile(output))).toMatch(/\/AA \d+ 0 R/)
})

test.each<[string, Parameters<typeof makeActingPdf>[0], string]>([
  [
    'is a folder of other files',
    ({ catalog }) => catalog('Collection', { View: 'T' }),
    'This PDF is a folder of other files. Upload those instead.',
  ],
  [
    'is drawn by Adobe’s apps alone',
    ({ catalog, stream }) => {
      catalog('AcroForm', { Fields: [], XFA: stream('<template/>') })
      catalog('NeedsRendering', true)
    },
    'This PDF is a form that only Adobe’s apps can show. Print it to a new PDF and choose that one.',
  ],
])('refuses a PDF that %s, since its page only says so', async (_what, way, message) => {
  for (const packed of [true, false]) {
    const output = written()
    await expect(check(await makeActingPdf(way, { packed }), output)).rejects.toMatchObject({
      code: 'unsafe_file',
      message,
    })
    await expect(readFile(output)).rejects.toThrow('ENOENT')
  }
})

test('takes a folder of other files that has pages of its own', async () => {
  const notes = await makeActingPdf(({ catalog, pdf }) => {
    catalog('Collection', { View: 'T' })
    pdf.addPage([595, 842])
  })
  expect(await check(notes, written())).toEqual({ pages: 2, changes: ['file'] })
})

test('takes a PDF that hides its folder of files and opens like any other', async () => {
  const opensItself = await makeActingPdf(({ catalog }) => catalog('Collection', { View: 'H' }))
  expect(await check(opensItself, written())).toEqual({ pages: 1, changes: ['file'] })
})

test('removes an owner-only password from a PDF', async () => {
  const output = written()
  const locked = await makeOwnerLockedPdf(await makeActingPdf(actingWays['a script under a link']!))
  expect(locked.includes('/Encrypt')).toBe(true)
  expect(await check(locked, output)).toEqual({ pages: 1, changes: ['script'] })
  const left = await readFile(output)
  expect(left.includes('/Encrypt')).toBe(false)
  expect(await everythingIn(left)).not.toContain(canary)
})

test.each<[string, (whole: Buffer) => Buffer, PdfChange[]]>([
  ['lies', whole => Buffer.concat([Buffer.from('a line before it\n'), whole]), []],
  ['is unfindable', whole => replaced(whole, /startxref\n\d+/, 'startxref\n7'), ['repaired']],
  ['is missing', whole => replaced(whole, /xref\n.*trailer/s, 'trailer'), ['repaired']],
  ['is missing with its end', whole => replaced(whole, /startxref.*$/s, ''), ['repaired']],
])('repairs a PDF whose table %s, without its active content', async (_how, damage, changes) => {
  const output = written()
  const whole = await makeActingPdf(actingWays['a script under a link']!, { packed: false })
  const { pages, changes: made } = await check(damage(whole), output)
  expect({ pages, made: made.toSorted() }).toEqual({ pages: 1, made: [...changes, 'script'].toSorted() })
  const left = await everythingIn(await readFile(output))
  expect(left).not.toContain(canary)
  expect(left).toMatch(words)
})
