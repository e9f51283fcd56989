import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import type { PdfDictionary, PdfObject, PdfValue, PlainPdf } from './plain-pdf.ts'

export type Removal = {
  /** The numbers of the changed objects. */
  changed: Set<number>
  found: Set<PdfChange>
}

/** Actions (ISO 32000-2, 12.6.4) that run a program, send something away, or open another document. */
const harmfulActions: Record<string, PdfChange> = {
  '/JavaScript': 'script',
  '/Launch': 'action',
  '/SubmitForm': 'action',
  '/ImportData': 'action',
  '/GoToR': 'link',
  '/GoToE': 'file',
  '/Rendition': 'media',
  '/RichMediaExecute': 'media',
  '/Movie': 'media',
  '/Sound': 'media',
  '/GoTo3DView': 'media',
}

/** Annotations that contain something to play or open: converted to stamps they keep their picture. */
const carriers: Record<string, PdfChange> = {
  '/RichMedia': 'media',
  '/Movie': 'media',
  '/Sound': 'media',
  '/Screen': 'media',
  '/3D': 'media',
  '/FileAttachment': 'file',
}
const carried = [
  '/RichMediaContent',
  '/RichMediaSettings',
  '/Movie',
  '/Sound',
  '/3DD',
  '/3DV',
  '/3DA',
  '/FS',
  '/A',
]

// In a resource dictionary, an entry with one of these names is a font or a picture; its content decides.
const isPicture = (stream: PdfDictionary) => stream['/Subtype'] === '/Image' || stream['/Subtype'] === '/Form'

/** The triggers of /AA actions: of a document, a page, an annotation or a field (12.6.3). */
const triggers = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ').map(name => `/${name}`)

/** Text that every active object contains, whatever else is in it. */
const suspect =
  /\/(S|AA|JS|JavaScript|OpenAction|URI|Base|EF|EmbeddedFiles|Collection|Renditions|XFA|NeedsRendering|RichMedia|Movie|Sound|Screen|3D|FileAttachment|F|FFilter|FDecodeParms|Ref)\b/

type Cleaning = {
  pdf: PlainPdf
  found: Set<PdfChange>
  /** Whether the current object was changed. */
  isChanged: boolean
}

/**
 * Removes active content from a PDF, wherever it is. An action's type (/S) makes it an action, so this
 * removes every dictionary of a harmful type, whatever refers to it; content that is active only because of
 * its place is removed by the name of that place.
 */
export function removeActions(pdf: PlainPdf): Removal {
  const cleaning: Cleaning = { pdf, found: new Set(), isChanged: false }
  const changed = new Set<number>()
  for (const number of pdf.numbers) {
    if (!suspect.test(pdf.source(number))) continue
    const object = pdf.object(number)!
    cleaning.isChanged = false
    if ('stream' in object) cleanStream(cleaning, object.stream)
    else object.value = clean(cleaning, object.value)
    if (cleaning.isChanged) changed.add(number)
  }
  return { changed, found: cleaning.found }
}

/** The value without active content; null in place of an active one. */
function clean(cleaning: Cleaning, value: PdfValue): PdfValue {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = clean(cleaning, item)
  } else if (isDictionary(value)) {
    const harm = harmOf(cleaning.pdf, value)
    if (harm) {
      cleaning.found.add(harm)
      cleaning.isChanged = true
      return null
    }
    for (const [name, item] of Object.entries(value)) {
      const cleaned = clean(cleaning, item)
      if (cleaned === null && item !== null) delete value[name]
    }
    cleanEntries(cleaning, value)
  }
  return value
}

function cleanStream(cleaning: Cleaning, dictionary: PdfDictionary): void {
  if (harmOf(cleaning.pdf, dictionary))
    for (const name of ['/S', '/JS', '/URI']) remove(cleaning, dictionary, name)
  // A stream whose bytes are in another file, and a form drawn from one.
  for (const name of ['/F', '/FFilter', '/FDecodeParms', '/Ref']) remove(cleaning, dictionary, name, 'link')
  for (const value of Object.values(dictionary)) clean(cleaning, value)
  cleanEntries(cleaning, dictionary)
}

/** Removes the entries of a dictionary that are active, or contain something active. */
function cleanEntries(cleaning: Cleaning, dictionary: PdfDictionary): void {
  cleanTriggers(cleaning, dictionary)
  cleanScripts(cleaning, dictionary)
  cleanFiles(cleaning, dictionary)
  cleanForm(cleaning, dictionary)
  cleanBase(cleaning, dictionary)
  cleanCarrier(cleaning, dictionary)
}

/** Triggers on opening, closing, viewing or changing the document, a page, an annotation or a field. */
function cleanTriggers(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const { pdf } = cleaning
  const opened = dictionaryAt(pdf, dictionary['/OpenAction'])
  if (opened && (resolve(pdf, opened['/S']) !== '/GoTo' || '/Next' in opened)) {
    remove(cleaning, dictionary, '/OpenAction', harmOf(pdf, opened) ? undefined : 'action')
  }
  const automatic = dictionaryAt(pdf, dictionary['/AA'])
  if (automatic) {
    const run = triggers.filter(name => name in automatic).map(name => automatic[name]!)
    const harmless = run.some(value => dictionaryAt(pdf, value) && !isHarmful(pdf, value))
    if (harmless) remove(cleaning, dictionary, '/AA', 'action')
    else if (Object.keys(automatic).length === 0 || run.length > 0) remove(cleaning, dictionary, '/AA')
  }
}

function cleanScripts(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const script = resolve(cleaning.pdf, dictionary['/JS'])
  if (isText(script) || (isStream(script) && !isPicture(script.stream))) {
    remove(cleaning, dictionary, '/JS', 'script')
  }
  if (dictionaryAt(cleaning.pdf, dictionary['/JavaScript']))
    remove(cleaning, dictionary, '/JavaScript', 'script')
}

/** Embedded files and media. */
function cleanFiles(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const { pdf } = cleaning
  if (dictionaryAt(pdf, dictionary['/EmbeddedFiles'])) remove(cleaning, dictionary, '/EmbeddedFiles', 'file')
  const embedded = dictionaryAt(pdf, dictionary['/EF'])
  if (embedded && Object.values(embedded).some(value => streamAt(pdf, value)))
    remove(cleaning, dictionary, '/EF', 'file')
  if (dictionaryAt(pdf, dictionary['/Collection'])) remove(cleaning, dictionary, '/Collection', 'file')
  if (dictionaryAt(pdf, dictionary['/Renditions'])) remove(cleaning, dictionary, '/Renditions', 'media')
}

/** A form that another program draws. */
function cleanForm(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const form = resolve(cleaning.pdf, dictionary['/XFA'])
  if (Array.isArray(form) || (isStream(form) && !isPicture(form.stream))) {
    remove(cleaning, dictionary, '/XFA', 'form')
  }
  remove(cleaning, dictionary, '/NeedsRendering')
}

/** The base address of all links in a document. */
function cleanBase(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const base = resolve(cleaning.pdf, dictionary['/Base'])
  if (isText(base) && !isWebAddress(textOf(base))) {
    remove(cleaning, dictionary, '/Base', 'link')
  }
}

function cleanCarrier(cleaning: Cleaning, dictionary: PdfDictionary): void {
  const kind = resolve(cleaning.pdf, dictionary['/Subtype'])
  if (typeof kind === 'string' && Object.hasOwn(carriers, kind) && '/Rect' in dictionary) {
    for (const name of carried) remove(cleaning, dictionary, name)
    dictionary['/Subtype'] = '/Stamp'
    cleaning.isChanged = true
    cleaning.found.add(carriers[kind]!)
  }
}

function remove(cleaning: Cleaning, from: PdfDictionary, name: string, change?: PdfChange): void {
  if (!(name in from)) return
  delete from[name]
  cleaning.isChanged = true
  if (change) cleaning.found.add(change)
}

/** Why an action is harmful; null if it isn't, or the dictionary isn't an action. */
function harmOf(pdf: PlainPdf, dictionary: PdfDictionary): PdfChange | null {
  const kind = resolve(pdf, dictionary['/S'])
  if (typeof kind === 'string' && Object.hasOwn(harmfulActions, kind)) return harmfulActions[kind]!
  // A thread of this document is a reading order; one of another file isn't.
  if (kind === '/Thread' && '/F' in dictionary) return 'link'
  const address = resolve(pdf, dictionary['/URI'])
  return isText(address) && !isWebAddress(textOf(address)) ? linkHarm(address) : null
}

function isHarmful(pdf: PlainPdf, value: PdfValue): boolean {
  const dictionary = dictionaryAt(pdf, value)
  return dictionary !== null && harmOf(pdf, dictionary) !== null
}

/** The object that a value refers to. */
export function resolve(pdf: PlainPdf, value: PdfValue | undefined): PdfValue | PdfObject {
  let at = value ?? null
  for (let hops = 0; hops < 16; hops++) {
    const number = typeof at === 'string' && /^(\d+) 0 R$/.exec(at)?.[1]
    if (!number) return at
    const object = pdf.object(Number(number))
    if (!object) return null
    if ('stream' in object) return object
    at = object.value
  }
  return null
}

/** The dictionary that a value is or refers to; null if it is something else. */
export function dictionaryAt(pdf: PlainPdf, value: PdfValue | undefined): PdfDictionary | null {
  const target = resolve(pdf, value)
  return isDictionary(target) ? target : null
}

function streamAt(pdf: PlainPdf, value: PdfValue | undefined): PdfDictionary | null {
  const target = resolve(pdf, value)
  return isStream(target) ? target.stream : null
}

function isDictionary(value: unknown): value is PdfDictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('stream' in value)
}

function isStream(value: unknown): value is { stream: PdfDictionary } {
  return typeof value === 'object' && value !== null && 'stream' in value
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[(<]/.test(value)

/** Decodes a string: in brackets with escapes or as hex, and as UTF-16 if it begins with its mark. */
function textOf(value: string): string {
  const bytes = value.startsWith('<')
    ? Buffer.from(value.slice(1, -1), 'hex')
    : Buffer.from(unescaped(value), 'latin1')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return bytes.toString('latin1')
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[\s\S])/g, (_whole, code: string) =>
      /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (escapes[code] ?? code),
    )
}

/**
 * Browsers drop invisible characters before they look for the scheme; an address without one is a web
 * address.
 */
function isWebAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers leave out
  const seen = address.replace(/[\u0000-\u0020\u007f-\u00a0\ufeff]/g, '')
  const scheme = /^([^/?#]*?):/.exec(seen)?.[1]?.toLowerCase()
  if (scheme === undefined) return !/^[\\/]/.test(seen)
  return ['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme)
}

const linkHarm = (address: string): PdfChange => (/javascript/i.test(textOf(address)) ? 'script' : 'link')
