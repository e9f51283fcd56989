import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '#server/platform/sandbox/child.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'

const MiB = 1024 * 1024
const limits = { entries: 10_000, totalBytes: 512 * MiB, markupBytes: 64 * MiB }

/** What a file of each type must contain: a part with this name, or the text of its `mimetype`. */
const marks: Partial<Record<OfficeExtension, { part?: RegExp; mimetype?: string }>> = {
  docx: { part: /^word\/document\d*\.xml$/ },
  docm: { part: /^word\/document\d*\.xml$/ },
  xlsx: { part: /^xl\/workbook\d*\.xml$/ },
  xlsm: { part: /^xl\/workbook\d*\.xml$/ },
  pptx: { part: /^ppt\/presentation\d*\.xml$/ },
  pptm: { part: /^ppt\/presentation\d*\.xml$/ },
  odt: { mimetype: 'application/vnd.oasis.opendocument.text' },
  ods: { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
  odp: { mimetype: 'application/vnd.oasis.opendocument.presentation' },
}

/**
 * Reads every byte that an office file unpacks to, and stops at the first that no honest document contains.
 */
export async function checkZip(path: string, extension: OfficeExtension): Promise<void> {
  const mark = marks[extension]
  let unpacked = 0
  let marked = false
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true }).catch(broken)
  try {
    if (zip.entryCount > limits.entries) throw bomb()
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry)
      const markup = /\.(xml|rels|vml|svg)$/i.test(entry.fileName)
      unpacked += entry.uncompressedSize
      if (unpacked > limits.totalBytes || (markup && entry.uncompressedSize > limits.markupBytes))
        throw bomb()
      const start = await readThrough(zip, entry)
      checkContent(entry.fileName, start)
      if (mark?.part?.test(entry.fileName)) marked = true
      if (entry.fileName === 'mimetype' && start.trim() === mark?.mimetype) marked = true
    }
  } catch (error) {
    throw error instanceof Refusal ? error : broken()
  } finally {
    zip.close()
  }
  if (!marked)
    throw new Refusal('broken_file', `This isn’t a .${extension} file: its content is something else.`)
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw locked()
  const unixMode = entry.externalFileAttributes >>> 16
  if ((unixMode & 0o170_000) === 0o120_000) throw bomb()
}

function checkContent(name: string, start: string): void {
  if (name === 'META-INF/manifest.xml' && start.includes('encryption-data')) throw locked()
}

/** The first 64 KiB, after unpacking the whole entry: unpacking reveals a false size. */
async function readThrough(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.fileName.endsWith('/')) return ''
  const mayDeclare = /\.svg$/i.test(entry.fileName)
  const stream = await zip.openReadStreamPromise(entry)
  let start = Buffer.alloc(0)
  let before = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const isStart = start.length < 65_536
    if (isStart) start = Buffer.concat([start, chunk])
    const seen = Buffer.concat([before, chunk])
    if (!(mayDeclare && isStart) && declaresEntities(seen)) throw bomb()
    before = seen.subarray(-longestDeclaration)
  }
  if (isHiddenMarkup(start) || (mayDeclare && declaresEntities(withoutNames(start)))) throw bomb()
  return start.toString('utf8')
}

// Office programs never declare entities; attackers use them to make a parser expand or read other files. A
// parser recognizes UTF-16 by its byte order mark, and also without one.
const entityDeclarations = [
  Buffer.from('<!ENTITY', 'latin1'),
  Buffer.from('<!ENTITY', 'utf16le'),
  Buffer.from('<!ENTITY', 'utf16le').swap16(),
]
const longestDeclaration = '<!ENTITY'.length * 2
const declaresEntities = (bytes: Buffer) => entityDeclarations.some(one => bytes.includes(one))

/**
 * Without the entities by which Adobe Illustrator shortens the names of namespaces in pictures: a short text with no other entity
 * expands to little. With a "<" or ">" it could be the end of a comment, with other declarations behind it.
 */
function withoutNames(start: Buffer): Buffer {
  const declaration = /<!ENTITY\s+[\w.-]+\s+(?:"[^"&%<>]{0,100}"|'[^'&%<>]{0,100}')\s*>/g
  return Buffer.from(start.toString('latin1').replace(declaration, ''), 'latin1')
}

const readable = /^(utf-?8|utf-?16([lb]e)?|us-ascii|iso-8859-\d+|windows-125\d)$/i

/**
 * Refuses markup in an encoding that hides its declarations: office programs write UTF-8, and some UTF-16.
 */
function isHiddenMarkup(start: Buffer): boolean {
  // Office programs write empty parts too.
  if (start.length < 4) return false
  // UTF-32 with its mark or a "<", and "<?xm" in EBCDIC (XML 1.0, appendix F).
  if ([0x0000feff, 0xfffe0000, 0x0000003c, 0x3c000000, 0x4c6fa794].includes(start.readUInt32BE())) return true
  const encoding = /^[^<]{0,3}<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(
    start.toString('latin1', 0, 1024).replaceAll('\0', ''),
  )?.[1]
  return encoding !== undefined && !readable.test(encoding)
}

function broken(): never {
  throw new Refusal('broken_file', 'This file is damaged, so we can’t open it.')
}

const bomb = () => new Refusal('unsafe_file', 'This file is too complex to convert.')
const locked = () =>
  new Refusal('encrypted_file', 'This file has a password. Save it without one and try again.')
