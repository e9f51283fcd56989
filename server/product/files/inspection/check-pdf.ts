import { open, readFile } from 'node:fs/promises'
import { getDocument, PasswordResponses, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '#server/platform/sandbox/child.ts'
import { fileLimits } from '#shared/domain/file-types.ts'

/** Opens a PDF as a reader's browser will, first and last page included, and answers its number of pages. */
export async function checkPdf(path: string): Promise<{ pages: number }> {
  await checkEnds(path)
  const data = await readFile(path)
  if (claimsMorePages(data, absurdCount)) throw tooManyPages()
  const loading = getDocument({
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  const { promise: needsPassword, reject } = Promise.withResolvers<never>()
  loading.onPassword = (_update: unknown, reason: number) => {
    if (reason === PasswordResponses.NEED_PASSWORD) {
      reject(
        new Refusal(
          'encrypted_file',
          'This PDF is locked with a password. Save it without one and try again.',
        ),
      )
    }
  }
  try {
    const document = await Promise.race([loading.promise, needsPassword])
    const pages = document.numPages
    if (pages > fileLimits.pages) throw tooManyPages()
    if (pages < 1) throw broken()
    // A page tree that loops or lies about its count fails here.
    for (const number of new Set([1, pages])) await (await document.getPage(number)).getOperatorList()
    if (await document.getJSActions()) {
      throw new Refusal(
        'unsafe_file',
        'This PDF has scripts in it. Save it without them (“Print to PDF”) and try again.',
      )
    }
    return { pages }
  } catch (error) {
    throw error instanceof Refusal ? error : broken()
  } finally {
    await loading.destroy()
  }
}

const broken = () => new Refusal('broken_file', 'This PDF is damaged and can’t be opened.')

const tooManyPages = () =>
  new Refusal(
    'unsafe_file',
    `This PDF says it has more than ${fileLimits.pages} pages, so it can’t be shared.`,
  )

// Far beyond what an outline or a page tree of an allowed document counts.
const absurdCount = 100_000

// pdf.js goes by the pages it finds; other readers go by the number, and run out of memory over a false one.
function claimsMorePages(data: Buffer, limit: number): boolean {
  for (let at = data.indexOf('/Count'); at >= 0; at = data.indexOf('/Count', at + 6)) {
    const claimed = Number.parseInt(data.toString('latin1', at + 6, at + 24), 10)
    if (claimed > limit) return true
  }
  return false
}

// pdf.js mends a file whose end is missing by guessing, and shows what there is; a reader would miss pages unawares.
async function checkEnds(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (length: number, position: number) =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer.toString('latin1')
    if (!(await read(1024, 0)).includes('%PDF-')) throw new Refusal('broken_file', 'This isn’t a PDF.')
    const tail = await read(4096, Math.max(0, size - 4096))
    if (!tail.includes('%%EOF')) {
      throw new Refusal('broken_file', 'This PDF is incomplete: its end is missing. Save it again and retry.')
    }
  } finally {
    await file.close()
  }
}
