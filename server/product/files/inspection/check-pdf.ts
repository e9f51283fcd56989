import { readFile, writeFile } from 'node:fs/promises'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '#server/platform/sandbox/child.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { checkStreams } from './check-streams.ts'
import type { CheckedPdf, Inspection } from './inspection.ts'
import { openPdf } from './open-pdf.ts'
import { type PlainPdf, readPlainPdf } from './plain-pdf.ts'
import { writeAnew } from './qpdf.ts'
import { dictionaryAt, removeActions, resolve } from './remove-actions.ts'

type Job = Extract<Inspection, { kind: 'pdf' }>

/**
 * Rewrites a PDF without active content, and opens the result like a reader's browser, including the first
 * and last page. If qpdf can't read it, or reads it differently from pdf.js, it first copies the pages as
 * pdf.js shows them.
 */
export async function checkPdf({ path, output }: Job): Promise<CheckedPdf> {
  const original = await readFile(path)
  if (!original.toString('latin1', 0, 1024).includes('%PDF-')) {
    throw new Refusal('broken_file', 'This isn’t a PDF.')
  }
  const checked =
    (await cleanAndOpen(original)) ??
    (await cleanAndOpen(await copyPages(original), 'repaired')) ??
    broken(original)
  await writeFile(output, checked.pdf)
  return { pages: checked.pages, changes: checked.changes }
}

/** The PDF without active content; null if it doesn't open, or not as it did before. */
async function cleanAndOpen(original: Buffer, ...changes: PdfChange[]) {
  const bytes = await writeAnew(original, 'plain')
  if (!bytes) return null
  const plain = readPlainPdf(bytes)
  checkClaims(plain)
  const elsewhere = contentElsewhere(plain)
  const { changed, found } = removeActions(plain)
  const pdf = await writeAnew(changed.size > 0 ? plain.updated(changed) : bytes, 'packed')
  if (!pdf) return null
  checkStreams(pdf)
  const pages = await openPdf(pdf, countPages).catch(passRefusals)
  if (pages === null) return null
  const before = await openPdf(original, async document => document.numPages).catch(passRefusals)
  if (before !== null && before !== pages) return null
  if (elsewhere && pages === 1) throw elsewhere
  return { pdf, pages, changes: [...changes, ...found] }
}

/** Checks that every page opens, and that nothing active is left. */
async function countPages(document: PDFDocumentProxy): Promise<number> {
  const pages = document.numPages
  if (pages > fileLimits.pages) throw tooManyPages()
  if (pages < 1) throw new Error('no pages')
  // A page tree that loops or has a wrong count fails here.
  for (const number of new Set([1, pages])) {
    const page = await document.getPage(number)
    await page.getOperatorList()
    if (await page.getJSActions()) throw acts()
  }
  const opens = await document.getOpenAction()
  if ((await document.getJSActions()) || (await document.getAttachments()) || opens?.has('action'))
    throw acts()
  return pages
}

/** What pdf.js recovers of a damaged file, as a new PDF. */
async function copyPages(original: Buffer): Promise<Buffer> {
  const copy = await openPdf(original, document => document.extractPages([{ document: null }])).catch(
    passRefusals,
  )
  return copy ? Buffer.from(copy.buffer, copy.byteOffset, copy.length) : broken(original)
}

function passRefusals(error: unknown): null {
  if (error instanceof Refusal) throw error
  return null
}

// pdf.js uses the pages it finds; other readers use the count, and run out of memory over a false one.
function checkClaims(pdf: PlainPdf): void {
  for (const number of pdf.numbers) {
    const source = pdf.source(number)
    if (!source.includes('/Kids')) continue
    for (const [, count] of source.matchAll(/\/Count (\d+)/g))
      if (Number(count) > absurdCount) throw tooManyPages()
  }
}

/**
 * How to refuse a PDF whose content is elsewhere in the file and would be removed, if its only page just says which
 * app can show it; null if it isn't such a PDF.
 */
function contentElsewhere(pdf: PlainPdf): Refusal | null {
  const catalog = dictionaryAt(pdf, pdf.root) ?? {}
  const folder = dictionaryAt(pdf, catalog['/Collection'])
  // A hidden one opens like any other PDF.
  if (folder && resolve(pdf, folder['/View']) !== '/H') {
    return new Refusal('unsafe_file', 'This PDF is a folder of other files. Upload those instead.')
  }
  const form = dictionaryAt(pdf, catalog['/AcroForm'])
  if (form && '/XFA' in form && resolve(pdf, catalog['/NeedsRendering']) === 'true') {
    return new Refusal(
      'unsafe_file',
      'This PDF is a form that only Adobe’s apps can show. Print it to a new PDF and choose that one.',
    )
  }
  return null
}

// Far more than the page tree of an allowed document can count.
const absurdCount = 100_000

function broken(original: Buffer): never {
  const ends = original.toString('latin1', Math.max(0, original.length - 4096)).includes('%%EOF')
  throw new Refusal(
    'broken_file',
    ends ? 'This PDF is damaged, so we can’t open it.' : 'This PDF is incomplete. Save it again and retry.',
  )
}

const tooManyPages = () =>
  new Refusal('too_large', `Documents can have up to ${fileLimits.pages.toLocaleString('en')} pages.`)

const acts = () => new Refusal('unsafe_file', 'This PDF has something in it that we couldn’t remove.')
