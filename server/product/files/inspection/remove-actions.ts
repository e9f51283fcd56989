import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import type { PdfDictionary, PdfObject, PdfValue, PlainPdf } from './plain-pdf.ts'

export type Removal = {
  /** The numbers of the objects that are different now. */
  changed: Set<number>
  found: Set<PdfChange>
}

/** Actions (ISO 32000-2, 12.6.4) that run a program, send something away, or open what isn't this document. */
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

/** Annotations that carry something to be played or opened: as stamps they keep their picture. */
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

// An entry with one of these names in a dictionary of resources is a font or a picture; these are told by what they hold.
const isPicture = (stream: PdfDictionary) => stream['/Subtype'] === '/Image' || stream['/Subtype'] === '/Form'

/** When the actions of an /AA run: of a document, a page, an annotation or a field (12.6.3). */
const triggers = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ').map(name => `/${name}`)

/** What is written in each object that may act, whatever it says besides. */
const suspect =
  /\/(S|AA|JS|JavaScript|OpenAction|URI|Base|EF|EmbeddedFiles|Collection|Renditions|XFA|NeedsRendering|RichMedia|Movie|Sound|Screen|3D|FileAttachment|F|FFilter|FDecodeParms|Ref)\b/

/**
 * Takes out of a PDF whatever acts, wherever it stands. What makes an action is its kind (/S), so every dictionary of a
 * harmful kind goes, whoever refers to it; what acts by its place alone goes by the name of its place.
 */
export function removeActions(pdf: PlainPdf): Removal {
  const found = new Set<PdfChange>()
  const changed = new Set<number>()
  let dirty = false

  /** What a value refers to. */
  function resolve(value: PdfValue | undefined): PdfValue | PdfObject {
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

  const dictionaryAt = (value: PdfValue | undefined): PdfDictionary | null => {
    const target = resolve(value)
    return isDictionary(target) ? target : null
  }

  const streamAt = (value: PdfValue | undefined): PdfDictionary | null => {
    const target = resolve(value)
    return isStream(target) ? target.stream : null
  }

  function remove(from: PdfDictionary, name: string, change?: PdfChange): void {
    if (!(name in from)) return
    delete from[name]
    dirty = true
    if (change) found.add(change)
  }

  /** Why an action is harmful; null where it isn't, or the dictionary is none. */
  function harmOf(dictionary: PdfDictionary): PdfChange | null {
    const kind = resolve(dictionary['/S'])
    if (typeof kind === 'string' && Object.hasOwn(harmfulActions, kind)) return harmfulActions[kind]!
    // A thread of this document is a way to read it; one of another file isn't.
    if (kind === '/Thread' && '/F' in dictionary) return 'link'
    const address = resolve(dictionary['/URI'])
    return isText(address) && !isWebAddress(textOf(address)) ? linkHarm(address) : null
  }

  const isHarmful = (value: PdfValue) => {
    const dictionary = dictionaryAt(value)
    return dictionary !== null && harmOf(dictionary) !== null
  }

  /** The value without what acts in it; null in place of what acts itself. */
  function clean(value: PdfValue): PdfValue {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = clean(item)
    } else if (isDictionary(value)) {
      const harm = harmOf(value)
      if (harm) {
        found.add(harm)
        dirty = true
        return null
      }
      for (const [name, item] of Object.entries(value)) {
        const cleaned = clean(item)
        if (cleaned === null && item !== null) delete value[name]
      }
      cleanEntries(value)
    }
    return value
  }

  function cleanEntries(dictionary: PdfDictionary): void {
    const opened = dictionaryAt(dictionary['/OpenAction'])
    if (opened && (resolve(opened['/S']) !== '/GoTo' || '/Next' in opened)) {
      remove(dictionary, '/OpenAction', harmOf(opened) ? undefined : 'action')
    }
    const automatic = dictionaryAt(dictionary['/AA'])
    if (automatic) {
      const run = triggers.filter(name => name in automatic).map(name => automatic[name]!)
      const harmless = run.some(value => dictionaryAt(value) && !isHarmful(value))
      if (harmless) remove(dictionary, '/AA', 'action')
      else if (Object.keys(automatic).length === 0 || run.length > 0) remove(dictionary, '/AA')
    }
    const script = resolve(dictionary['/JS'])
    if (isText(script) || (isStream(script) && !isPicture(script.stream))) {
      remove(dictionary, '/JS', 'script')
    }
    if (dictionaryAt(dictionary['/JavaScript'])) remove(dictionary, '/JavaScript', 'script')
    if (dictionaryAt(dictionary['/EmbeddedFiles'])) remove(dictionary, '/EmbeddedFiles', 'file')
    const embedded = dictionaryAt(dictionary['/EF'])
    if (embedded && Object.values(embedded).some(value => streamAt(value))) remove(dictionary, '/EF', 'file')
    if (dictionaryAt(dictionary['/Collection'])) remove(dictionary, '/Collection', 'file')
    if (dictionaryAt(dictionary['/Renditions'])) remove(dictionary, '/Renditions', 'media')
    const form = resolve(dictionary['/XFA'])
    if (Array.isArray(form) || (isStream(form) && !isPicture(form.stream))) {
      remove(dictionary, '/XFA', 'form')
    }
    remove(dictionary, '/NeedsRendering')
    const base = resolve(dictionary['/Base'])
    if (isText(base) && !isWebAddress(textOf(base))) {
      remove(dictionary, '/Base', 'link')
    }
    const kind = resolve(dictionary['/Subtype'])
    if (typeof kind === 'string' && Object.hasOwn(carriers, kind) && '/Rect' in dictionary) {
      for (const name of carried) remove(dictionary, name)
      dictionary['/Subtype'] = '/Stamp'
      dirty = true
      found.add(carriers[kind]!)
    }
  }

  function cleanStream(dictionary: PdfDictionary): void {
    if (harmOf(dictionary)) for (const name of ['/S', '/JS', '/URI']) remove(dictionary, name)
    // A stream whose bytes are in another file, and a form that is drawn by one.
    for (const name of ['/F', '/FFilter', '/FDecodeParms', '/Ref']) remove(dictionary, name, 'link')
    for (const value of Object.values(dictionary)) clean(value)
    cleanEntries(dictionary)
  }

  for (const number of pdf.numbers) {
    if (!suspect.test(pdf.source(number))) continue
    const object = pdf.object(number)!
    dirty = false
    if ('stream' in object) cleanStream(object.stream)
    else object.value = clean(object.value)
    if (dirty) changed.add(number)
  }
  return { changed, found }
}

function isDictionary(value: unknown): value is PdfDictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('stream' in value)
}

function isStream(value: unknown): value is { stream: PdfDictionary } {
  return typeof value === 'object' && value !== null && 'stream' in value
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[(<]/.test(value)

/** What a string says: it is written in brackets with escapes or as hex, and holds UTF-16 where it begins with its mark. */
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

/** Browsers leave out what can't be seen before they look for the scheme; an address without one is a web address. */
function isWebAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers leave out
  const seen = address.replace(/[\u0000-\u0020\u007f-\u00a0\ufeff]/g, '')
  const scheme = /^([^/?#]*?):/.exec(seen)?.[1]?.toLowerCase()
  if (scheme === undefined) return !/^[\\/]/.test(seen)
  return ['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme)
}

const linkHarm = (address: string): PdfChange => (/javascript/i.test(textOf(address)) ? 'script' : 'link')
