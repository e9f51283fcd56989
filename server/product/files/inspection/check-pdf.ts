import { readFile, writeFile } from 'node:fs/promises'
import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '#server/platform/sandbox/child.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { checkStreams } from './check-streams.ts'
import type { CheckedPdf, Inspection } from './inspection.ts'
import { type PlainPdf, readPlainPdf } from './plain-pdf.ts'
import { writeAnew } from './qpdf.ts'
import { removeActions } from './remove-actions.ts'

type Job = Extract<Inspection, { kind: 'pdf' }>

/**
 * Writes a PDF anew without what acts in it, and opens that as a reader's browser will, first and last page included. One
 * that qpdf can't read, or reads in another way than pdf.js, is taken as pdf.js shows it: copied page by page first.
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

/** The PDF without what acts; null where it doesn't open, or not as it did before. */
async function cleanAndOpen(original: Buffer, ...changes: PdfChange[]) {
  const bytes = await writeAnew(original, 'plain')
  if (!bytes) return null
  const plain = readPlainPdf(bytes)
  checkClaims(plain)
  const { changed, found } = removeActions(plain)
  const pdf = await writeAnew(changed.size > 0 ? plain.updated(changed) : bytes, 'packed')
  if (!pdf) return null
  checkStreams(pdf)
  const pages = await open(pdf, countPages).catch(passRefusals)
  if (pages === null) return null
  const before = await open(original, async document => document.numPages).catch(passRefusals)
  if (before !== null && before !== pages) return null
  return { pdf, pages, changes: [...changes, ...found] }
}

/** Every page opens as the first and last do, and nothing is left that acts. */
async function countPages(document: PDFDocumentProxy): Promise<number> {
  const pages = document.numPages
  if (pages > fileLimits.pages) throw tooManyPages()
  if (pages < 1) throw new Error('no pages')
  // A page tree that loops or lies about its count fails here.
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

/** What pdf.js finds of a damaged file, as a PDF of its own. */
async function copyPages(original: Buffer): Promise<Buffer> {
  const copy = await open(original, document => document.extractPages([{ document: null }])).catch(
    passRefusals,
  )
  return copy ? Buffer.from(copy.buffer, copy.byteOffset, copy.length) : broken(original)
}

async function open<R>(pdf: Buffer, use: (document: PDFDocumentProxy) => Promise<R>): Promise<R> {
  const loading = getDocument({
    // pdf.js takes what it is given for its own.
    data: new Uint8Array(pdf),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // A damaged page is shown as far as it goes, as to readers.
    stopAtErrors: false,
    maxImageSize: 100_000_000,
    verbosity: VerbosityLevel.ERRORS,
  })
  const { promise: needsPassword, reject } = Promise.withResolvers<never>()
  loading.onPassword = (_update: unknown, reason: number) => {
    if (reason === PasswordResponses.NEED_PASSWORD) reject(locked())
  }
  try {
    return await use(await Promise.race([loading.promise, needsPassword]))
  } finally {
    await loading.destroy()
  }
}

function passRefusals(error: unknown): null {
  if (error instanceof Refusal) throw error
  return null
}

// pdf.js goes by the pages it finds; other readers go by the number, and run out of memory over a false one.
function checkClaims(pdf: PlainPdf): void {
  for (const number of pdf.numbers) {
    const source = pdf.source(number)
    if (!source.includes('/Kids')) continue
    for (const [, count] of source.matchAll(/\/Count (\d+)/g))
      if (Number(count) > absurdCount) throw tooManyPages()
  }
}

// Far beyond what a page tree of an allowed document counts.
const absurdCount = 100_000

function broken(original: Buffer): never {
  const ends = original.toString('latin1', Math.max(0, original.length - 4096)).includes('%%EOF')
  throw new Refusal(
    'broken_file',
    ends
      ? 'This PDF is damaged and can’t be opened.'
      : 'This PDF is incomplete: its end is missing. Save it again and retry.',
  )
}

const locked = () =>
  new Refusal('encrypted_file', 'This PDF is locked with a password. Save it without one and try again.')

const tooManyPages = () =>
  new Refusal(
    'unsafe_file',
    `This PDF says it has more than ${fileLimits.pages} pages, so it can’t be shared.`,
  )

const acts = () => new Refusal('unsafe_file', 'This PDF has something in it that we couldn’t remove.')
