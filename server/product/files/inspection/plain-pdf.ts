import { Refusal } from '#server/platform/sandbox/child.ts'

/**
 * A PDF value: names with their slash, strings with their brackets, numbers and references ("7 0 R") as
 * written.
 */
export type PdfValue = null | string | PdfValue[] | PdfDictionary
export type PdfDictionary = { [name: string]: PdfValue }
export type PdfObject = { value: PdfValue } | { stream: PdfDictionary }

export type PlainPdf = {
  numbers: number[]
  /** A reference to the catalog. */
  root: PdfValue
  /** The text of an object, without the bytes of a stream. */
  source(number: number): string
  /** An object, parsed once: a change is visible to everyone who reads it later. */
  object(number: number): PdfObject | null
  /** Rewrites the PDF with some objects in their current state. */
  updated(numbers: Iterable<number>): Buffer
}

const streamBegins = '>>\nstream\n'

/**
 * Parses a PDF that qpdf wrote with plain objects: every object has its place in one table, every stream its
 * length, and line breaks and brackets in strings are escaped. None of this holds for other PDFs.
 */
export function readPlainPdf(pdf: Buffer): PlainPdf {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1', pdf.length - 64))?.[1])
  const end = pdf.toString('latin1', table)
  const trailer = /trailer << (.*) >>\nstartxref\n/s.exec(end)![1]!
  const root = (parse(`<< ${trailer} >>`) as PdfDictionary)['/Root'] ?? null
  const places = [...end.matchAll(/^(\d{10}) \d{5} ([nf]) $/gm)]
    .map(([, offset, used], number) => ({ number, from: Number(offset), used: used === 'n' }))
    .filter(({ used }) => used)
    .sort((a, b) => a.from - b.from)
  const spans = new Map(
    places.map(({ number, from }, index) => [number, { from, to: places[index + 1]?.from ?? table }]),
  )
  const read = new Map<number, PdfObject>()

  function source(number: number): string {
    const { from, to } = spans.get(number)!
    const bytes = pdf.subarray(from, to)
    const stream = bytes.indexOf(streamBegins)
    const head = stream < 0 ? bytes.lastIndexOf('\nendobj\n') : stream + 2
    return bytes.toString('latin1', `${number} 0 obj\n`.length, head)
  }

  function object(number: number): PdfObject | null {
    const span = spans.get(number)
    if (!span) return null
    const known = read.get(number)
    if (known) return known
    const value = parse(source(number))
    const isStream = pdf.subarray(span.from, span.to).includes(streamBegins)
    const made: PdfObject = isStream ? { stream: value as PdfDictionary } : { value }
    read.set(number, made)
    return made
  }

  /** As an update at the end, which readers use as the object's newer state. */
  function updated(numbers: Iterable<number>): Buffer {
    const parts: Buffer[] = [pdf]
    let at = pdf.length
    const entries: string[] = []
    const add = (bytes: Buffer) => {
      parts.push(bytes)
      at += bytes.length
    }
    for (const number of numbers) {
      const { from, to } = spans.get(number)!
      const changed = object(number)!
      entries.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
      add(
        Buffer.from(
          `${number} 0 obj\n${write('stream' in changed ? changed.stream : changed.value)}`,
          'latin1',
        ),
      )
      const stream = pdf.subarray(from, to).indexOf(streamBegins)
      add('stream' in changed ? pdf.subarray(from + stream + 2, to) : Buffer.from('\nendobj\n'))
    }
    const ending = `xref\n${entries.join('')}trailer << ${trailer} /Prev ${table} >>\nstartxref\n${at}\n%%EOF\n`
    add(Buffer.from(ending, 'latin1'))
    return Buffer.concat(parts)
  }

  return { numbers: [...spans.keys()], root, source, object, updated }
}

const token =
  /\s*(<<|>>|[[\]]|\/[^\s()<>[\]{}/%]*|\([^()\\]*(?:\\[\s\S][^()\\]*)*\)|<[0-9a-fA-F]*>|\d+ \d+ R\b|[^\s()<>[\]{}/%]+)/y
const maxDepth = 200

function parse(source: string): PdfValue {
  token.lastIndex = 0
  const next = () => token.exec(source)?.[1]
  return parseValue(next(), next, 0)
}

function parseValue(first: string | undefined, next: () => string | undefined, depth: number): PdfValue {
  if (depth > maxDepth) throw new Refusal('unsafe_file', 'This PDF is too complex to open.')
  if (first === undefined) throw new Error('An object that breaks off.')
  if (first === 'null') return null
  if (first === '[') {
    const items: PdfValue[] = []
    for (let item = next(); item !== ']'; item = next()) items.push(parseValue(item, next, depth + 1))
    return items
  }
  if (first === '<<') {
    const entries: PdfDictionary = Object.create(null)
    for (let name = next(); name !== '>>'; name = next()) {
      if (!name?.startsWith('/')) throw new Error('A dictionary whose key is no name.')
      entries[name] = parseValue(next(), next, depth + 1)
    }
    return entries
  }
  return first
}

function write(value: PdfValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[ ${value.map(write).join(' ')} ]`
  const entries = Object.entries(value).map(([name, item]) => `${name} ${write(item)}`)
  return `<< ${entries.join(' ')} >>`
}
