import { open, readFile, writeFile } from 'node:fs/promises'
import { Refusal } from '#server/platform/sandbox/child.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'
import { checkCompound } from './check-compound.ts'
import { checkZip } from './check-zip.ts'
import type { Inspection } from './inspection.ts'

type Job = Extract<Inspection, { kind: 'office' }>

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zip = Buffer.from('504b0304', 'hex')

/**
 * Checks an office file before a converter opens it: its content must match its name, it must not need a
 * password, and it must not unpack to more than a document needs.
 */
export async function checkOffice({ path, extension, textTo }: Job): Promise<null> {
  const file = await open(path)
  try {
    const start = (await file.read(Buffer.alloc(8), 0, 8, 0)).buffer
    const family = families[extension]
    if (start.equals(compound)) {
      // An encrypted modern file is wrapped in an old container; the checks there cover both.
      await checkCompound(file, extension)
    } else if (family === 'zip' && start.subarray(0, 4).equals(zip)) {
      await checkZip(path, extension)
    } else if (
      (extension === 'rtf' || extension === 'doc') &&
      start.toString('latin1').startsWith('{\\rtf')
    ) {
      // Word opens a .doc that contains RTF, and many programs write such files.
      return null
    } else if (extension === 'txt') {
      await rewriteText(path, textTo)
    } else {
      throw new Refusal('broken_file', `This isn’t a .${extension} file: its content is something else.`)
    }
    return null
  } finally {
    await file.close()
  }
}

const families: Record<OfficeExtension, 'zip' | 'compound' | 'text'> = {
  docx: 'zip',
  docm: 'zip',
  xlsx: 'zip',
  xlsm: 'zip',
  pptx: 'zip',
  pptm: 'zip',
  odt: 'zip',
  ods: 'zip',
  odp: 'zip',
  doc: 'compound',
  xls: 'compound',
  ppt: 'compound',
  rtf: 'text',
  txt: 'text',
}

const maxTextBytes = 5 * 1024 * 1024

// The converter guesses a text's encoding, often wrongly; with a byte order mark it needn't guess.
async function rewriteText(path: string, to: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length > maxTextBytes) throw new Refusal('too_large', 'Text files can be up to 5 MB.')
  const text = decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has is how other files are told apart
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) {
    throw new Refusal('broken_file', 'This isn’t a text file: its content is something else.')
  }
  if (text.trim() === '') throw new Refusal('broken_file', 'This file is empty.')
  await writeFile(to, `\ufeff${text}`)
}

function decode(bytes: Buffer): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(marked, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
