import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import createModule from '@neslinesli93/qpdf-wasm'
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream, PDFString, StandardFonts } from 'pdf-lib'

type Draft = {
  pdf: PDFDocument
  catalog: (name: string, plain: unknown) => void
  page: (name: string, plain: unknown) => void
  /** A clickable thing, a picture or a field on the page. */
  annotation: (plain: object) => void
  object: (plain: unknown) => unknown
  stream: (bytes: string, dictionary?: object) => unknown
}

/** Text that only the active content contains: none of it may be left. */
export const canary = 'canary'
const text = (content: string) => PDFString.of(content)
const script = { S: 'JavaScript', JS: text(`app.alert("${canary}")`) }
const box = [50, 50, 150, 90]

/** Ways in which a PDF can act: run programs, send something away or contain hidden content. */
export const actingWays: Record<string, (draft: Draft) => void> = {
  'a script that runs when it opens': ({ catalog }) => catalog('OpenAction', script),
  'a script among its names': ({ pdf }) => pdf.addJavaScript('main', `app.alert("${canary}")`),
  'scripts of the document': ({ catalog, object }) => catalog('AA', { WC: object(script), WS: script }),
  'a script of a page': ({ page }) => page('AA', { O: script, C: script }),
  'a script under a link': ({ annotation }) => annotation({ Subtype: 'Link', A: script }),
  'a script in an object of its own': ({ annotation, object }) =>
    annotation({ Subtype: 'Link', A: object({ S: object('JavaScript'), JS: object(text(canary)) }) }),
  'a script in a stream': ({ annotation, stream }) =>
    annotation({ Subtype: 'Link', A: { S: 'JavaScript', JS: stream(`app.alert("${canary}")`) } }),
  'a script whose name is spelled in numbers': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'J#61v#61Script', 'J#53': text(canary) } }),
  'a script after a harmless action': ({ annotation }) =>
    annotation({
      Subtype: 'Link',
      A: { S: 'Named', N: 'NextPage', Next: [{ S: 'Named', N: 'NextPage', Next: script }] },
    }),
  'a script in its outline': ({ catalog, object }) => {
    const item = object({ Title: text('Chapter'), A: script })
    catalog('Outlines', { First: item, Last: item, Count: 1 })
  },
  'scripts of a field': ({ catalog, object, annotation }) => {
    const field = {
      Subtype: 'Widget',
      FT: 'Tx',
      T: text('name'),
      V: text('Ana'),
      AA: { K: script, F: script, V: object(script) },
    }
    annotation(field)
    catalog('AcroForm', { Fields: [object(field)] })
  },
  'an address that is a script': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'URI', URI: text(`java\nscript:alert("${canary}")`) } }),
  'an address of a file': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'URI', URI: text(`file:///etc/${canary}`) } }),
  'a program to start': ({ annotation }) =>
    annotation({
      Subtype: 'Link',
      A: { S: 'Launch', F: text(`${canary}.exe`), Win: { F: text(`${canary}.exe`) } },
    }),
  'a program to start when it opens': ({ catalog }) =>
    catalog('OpenAction', { S: 'Launch', F: text(canary) }),
  'a page to open when it opens': ({ catalog }) =>
    catalog('OpenAction', { S: 'URI', URI: text(`https://example.com/${canary}`) }),
  'a form that is sent away': ({ annotation }) =>
    annotation({
      Subtype: 'Link',
      A: { S: 'SubmitForm', F: { FS: 'URL', F: text(`https://example.com/${canary}`) } },
    }),
  'data to import': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'ImportData', F: text(canary) } }),
  'a way into another file': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'GoToR', F: text(`\\\\\\\\evil\\\\${canary}`), D: [0, 'Fit'] } }),
  'a way into an embedded file': ({ annotation }) =>
    annotation({ Subtype: 'Link', A: { S: 'GoToE', T: { R: 'C', N: text(canary) } } }),
  'an embedded file': ({ catalog, object, stream }) =>
    catalog('Names', {
      EmbeddedFiles: {
        Names: [
          text('a'),
          object({ Type: 'Filespec', F: text('a.exe'), EF: { F: stream(canary, { Type: 'EmbeddedFile' }) } }),
        ],
      },
    }),
  'a file pinned to a page': ({ annotation, object, stream }) =>
    annotation({ Subtype: 'FileAttachment', FS: object({ F: text('a.exe'), EF: { F: stream(canary) } }) }),
  'a film': ({ annotation }) => annotation({ Subtype: 'Movie', Movie: { F: text(canary) }, A: true }),
  'a sound': ({ annotation, stream }) => annotation({ Subtype: 'Sound', Sound: stream(canary, { R: 8000 }) }),
  'a sound to play': ({ page, stream }) =>
    page('AA', { O: { S: 'Sound', Sound: stream(canary, { R: 8000 }) } }),
  'rich media': ({ annotation }) =>
    annotation({ Subtype: 'RichMedia', RichMediaContent: { Assets: { Names: [text('a'), text(canary)] } } }),
  'a rendition': ({ annotation }) =>
    annotation({
      Subtype: 'Screen',
      A: { S: 'Rendition', JS: text(canary), OP: 0, R: { S: 'MR', N: text(canary) } },
    }),
  'a form of the XML kind': ({ catalog, stream }) =>
    catalog('AcroForm', { Fields: [], XFA: [text('template'), stream(`<script>${canary}</script>`)] }),
  'a stream whose bytes are elsewhere': ({ page, stream }) =>
    page('Thumb', stream('', { F: text(`https://example.com/${canary}`) })),
}

/** A page of words that acts in one of these ways; its objects packed into streams, or separate. */
export async function makeActingPdf(way: (draft: Draft) => void, { packed = true } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  page.drawText('Lecture notes', {
    x: 50,
    y: 740,
    size: 12,
    font: await pdf.embedFont(StandardFonts.Helvetica),
  })
  const { context } = pdf
  const value = (plain: never) => context.obj(plain) as never
  const annotations: unknown[] = []
  way({
    pdf,
    catalog: (name, plain) => pdf.catalog.set(PDFName.of(name), value(plain as never)),
    page: (name, plain) => page.node.set(PDFName.of(name), value(plain as never)),
    annotation: plain => {
      annotations.push(context.register(value({ Type: 'Annot', Rect: box, ...plain } as never)))
      page.node.set(PDFName.of('Annots'), value(annotations as never))
    },
    object: plain => context.register(value(plain as never)),
    stream: (bytes, dictionary = {}) => context.register(context.flateStream(bytes, dictionary as never)),
  })
  return Buffer.from(await pdf.save({ useObjectStreams: packed }))
}

/** The full text of a PDF: each of its objects as written, and the content of its streams. */
export async function everythingIn(file: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(file)
  return pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => {
      const said = object instanceof PDFRawStream ? contentOf(object) : ''
      return `${object instanceof PDFRawStream ? object.dict : object}\n${said}`
    })
    .join('\n')
    .replace(
      /<([0-9A-F]+)>/gi,
      (_hex, digits: string) => `(${Buffer.from(digits, 'hex').toString('latin1').replaceAll('\0', '')})`,
    )
}

function contentOf(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  } catch {
    return inflateSync(stream.contents).toString('latin1')
  }
}

/** A PDF that opens without a password and may not be printed or changed without one. */
export async function makeOwnerLockedPdf(file: Buffer): Promise<Buffer> {
  const wasm = createRequire(import.meta.url)
    .resolve('@neslinesli93/qpdf-wasm')
    .replace(/\.js$/, '.wasm')
  const qpdf = await createModule({ locateFile: () => wasm })
  const files = qpdf.FS as unknown as {
    writeFile(path: string, data: Uint8Array): void
    readFile(path: string): Uint8Array
  }
  files.writeFile('/in.pdf', file)
  qpdf.callMain(['/in.pdf', '--encrypt', '', 'owner', '256', '--print=none', '--', '/out.pdf'])
  return Buffer.from(files.readFile('/out.pdf'))
}
