import type { FileHandle } from 'node:fs/promises'
import { Refusal } from '#server/platform/sandbox/child.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'

type Stream = { name: string; start: number }

const endOfChain = 0xfffffffe
const maxDirectorySectors = 4096

/** The stream that identifies each old file type in a container. */
const main: Partial<Record<OfficeExtension, string[]>> = {
  doc: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
}

/** Checks an OLE2 container (MS-CFB), by the names in its directory and the start of its main stream. */
export async function checkCompound(file: FileHandle, extension: OfficeExtension): Promise<void> {
  const container = await readContainer(file).catch(() => {
    throw new Refusal('broken_file', 'This file is damaged, so we can’t open it.')
  })
  const names = new Set(container.streams.map(stream => stream.name))
  if (names.has('EncryptedPackage') || names.has('EncryptedSummary')) throw locked()
  const body = container.streams.find(stream => main[extension]?.includes(stream.name))
  if (!body)
    throw new Refusal('broken_file', `This isn’t a .${extension} file: its content is something else.`)
  const start = await container.read(body.start, 4096)
  // MS-DOC §2.5.2: bit 8 of the flags at offset 10 says that the text is encrypted or obfuscated.
  if (extension === 'doc' && (start.readUInt16LE(10) & 0x0100) !== 0) throw locked()
  if (extension === 'xls') checkWorkbook(start)
}

// MS-XLS: FILEPASS (0x2f) comes before anything encrypted.
function checkWorkbook(start: Buffer): void {
  for (let at = 0; at + 4 <= start.length; at += 4 + start.readUInt16LE(at + 2)) {
    const kind = start.readUInt16LE(at)
    if (kind === 0x2f) throw locked()
    if (kind === 0x0a) return
  }
}

async function readContainer(file: FileHandle) {
  const header = await bytes(file, 0, 512)
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new Error('sector size')
  const sector = 1 << shift
  const read = (number: number, length: number) => bytes(file, (number + 1) * sector, length)
  const table = await fatSectors(header, read, sector)
  const next = async (number: number) => {
    const perSector = sector / 4
    const holder = table[Math.floor(number / perSector)]
    if (holder === undefined) return endOfChain
    return (await read(holder, sector)).readUInt32LE((number % perSector) * 4)
  }
  const streams: Stream[] = []
  let at = header.readUInt32LE(48)
  for (let count = 0; at < 0xfffffffa; count++) {
    if (count > maxDirectorySectors) throw new Error('a chain without an end')
    streams.push(...directoryEntries(await read(at, sector)))
    at = await next(at)
  }
  return { streams, read }
}

async function fatSectors(
  header: Buffer,
  read: (number: number, length: number) => Promise<Buffer>,
  sector: number,
): Promise<number[]> {
  const numbers = (from: Buffer) =>
    Array.from({ length: Math.floor(from.length / 4) }, (_, i) => from.readUInt32LE(i * 4))
  const table = numbers(header.subarray(76, 512))
  let more = header.readUInt32LE(68)
  for (let count = 0; more < 0xfffffffa && count < maxDirectorySectors; count++) {
    const listed = numbers(await read(more, sector))
    more = listed.pop()!
    table.push(...listed)
  }
  return table.filter(number => number < 0xfffffffa)
}

function directoryEntries(sector: Buffer): Stream[] {
  const found: Stream[] = []
  for (let at = 0; at + 128 <= sector.length; at += 128) {
    const length = sector.readUInt16LE(at + 64)
    if (length < 2 || length > 64) continue
    found.push({
      name: sector.toString('utf16le', at, at + length - 2),
      start: sector.readUInt32LE(at + 116),
    })
  }
  return found
}

async function bytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead === 0) throw new Error('past the end')
  return buffer
}

const locked = () =>
  new Refusal('encrypted_file', 'This file has a password. Save it without one and try again.')
