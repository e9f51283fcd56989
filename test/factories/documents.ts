import { crc32, deflateSync } from 'node:zlib'
import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { degrees, PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib'
import pptxgen from 'pptxgenjs'
import sharp, { type Sharp } from 'sharp'
import { drawPage } from '#server/platform/sandbox/draw-page.ts'
import { drawingAssets } from '#server/platform/sandbox/pdf-assets.ts'
import { openPdf } from '#server/product/files/inspection/open-pdf.ts'
import { makeCompound } from './compound.ts'
import { makeZip } from './zip.ts'

type PdfOptions = {
  pages?: number
  text?: string | ((page: number) => string)
  title?: string
  /** At both sides, in points. */
  margin?: number
  /** Of each page, in points. */
  height?: number
}

/** An honest PDF; each page contains its number and the text. */
export async function makePdf(options: PdfOptions = {}): Promise<Buffer> {
  return Buffer.from(await (await draftPdf(options)).save())
}

async function draftPdf({
  pages = 1,
  text = 'Lecture notes',
  title = 'Notes',
  margin = 50,
  height = 842,
}: PdfOptions): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, height])
    page.drawText(`Page ${number}`, { x: margin, y: height - 62, size: 20, font })
    page.drawText(typeof text === 'string' ? text : text(number), {
      x: margin,
      y: height - 102,
      size: 12,
      font,
      maxWidth: 595 - 2 * margin,
    })
  }
  return document
}

const scanHeight = 150

/** The pages of such a PDF as pictures, such as a scanner makes: low ones, since each takes a second or more to read. */
async function drawPages(options: PdfOptions): Promise<Sharp[]> {
  return openPdf(
    await makePdf({ ...options, height: scanHeight }),
    async document => {
      const pictures: Sharp[] = []
      for (let page = 1; page <= document.numPages; page++) {
        pictures.push((await drawPage(document, page, () => 2)).picture)
      }
      return pictures
    },
    drawingAssets,
  )
}

/** A scanned PDF: its pages are pictures of text, on which the app may write a line of its own. */
export async function makeScan({
  stamp,
  turned = [],
  ...options
}: PdfOptions & { stamp?: string; turned?: readonly number[] } = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const [index, picture] of (await drawPages(options)).entries()) {
    const angle = turned[index] ?? 0
    const image = await document.embedJpg(await picture.rotate(-angle).jpeg().toBuffer())
    const [width, height] = angle % 180 === 0 ? [595, scanHeight] : [scanHeight, 595]
    const page = document.addPage([width, height])
    page.setRotation(degrees(angle))
    page.drawImage(image, { x: 0, y: 0, width, height })
    if (stamp) page.drawText(stamp, { x: 400, y: 6, size: 8 })
  }
  return Buffer.from(await document.save())
}

/** A picture of a page of text. */
export async function makePhoto(text: string): Promise<Buffer> {
  const [picture] = await drawPages({ text })
  return picture!.png().toBuffer()
}

/** A page with the Japanese for “Japanese language”, whose font names the table of its letters instead of having it. */
export async function makeJapanesePdf(): Promise<Buffer> {
  const document = await draftPdf({})
  const { context } = document
  const info = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Japan1'), Supplement: 2 }
  const font = context.obj({ Type: 'Font', Subtype: 'CIDFontType0', BaseFont: 'Mincho', CIDSystemInfo: info })
  const { node } = document.getPage(0)
  const name = node.newFontDictionary(
    'Mincho',
    context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: 'Mincho',
        Encoding: '90ms-RKSJ-H',
        DescendantFonts: [context.register(font)],
      }),
    ),
  )
  const text = context.stream(`BT ${name} 12 Tf 50 600 Td <93fa967b8cea> Tj ET`)
  node.addContentStream(context.register(text))
  return Buffer.from(await document.save())
}

/** A PDF that requires a password to open. */
export async function makeEncryptedPdf(): Promise<Buffer> {
  const document = await draftPdf({})
  const { context } = document
  const noise = PDFHexString.of('5a'.repeat(32))
  context.trailerInfo.ID = context.obj([noise, noise])
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: 'Standard', V: 1, R: 2, Length: 40, P: -4, O: noise, U: noise }),
  )
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

export async function makeScriptedPdf(): Promise<Buffer> {
  const document = await draftPdf({})
  document.addJavaScript('main', 'app.alert("hello")')
  return Buffer.from(await document.save())
}

/** A PDF of a few kilobytes whose page unpacks to `megabytes`, packed twice. */
export async function makeBombPdf(megabytes = 150): Promise<Buffer> {
  const document = await draftPdf({})
  const { context } = document
  const packed = deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 0x20)))
  const content = context.stream(packed, { Filter: ['FlateDecode', 'FlateDecode'] })
  document.getPage(0).node.set(PDFName.of('Contents'), context.register(content))
  return Buffer.from(await document.save())
}

/** A small PDF whose page takes a reader many seconds to process, and unpacks to no more than allowed. */
export async function makeSlowPdf(): Promise<Buffer> {
  const document = await draftPdf({})
  const content = document.context.flateStream('q Q '.repeat(30_000_000))
  document.getPage(0).node.set(PDFName.of('Contents'), document.context.register(content))
  return Buffer.from(await document.save())
}

/** A PDF whose page tree claims `count` pages but has one, or loops. */
export async function makeLyingPdf(lie: { count: number } | 'loop'): Promise<Buffer> {
  const document = await draftPdf({})
  const tree = document.catalog.Pages()
  if (lie === 'loop') {
    const root = document.catalog.get(PDFName.of('Pages'))!
    tree.set(PDFName.of('Kids'), document.context.obj([root, root]))
    tree.set(PDFName.of('Count'), document.context.obj(2))
  } else {
    tree.set(PDFName.of('Count'), document.context.obj(lie.count))
  }
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** The PDF without some of its pages, which its tree still counts: a process that asks for one of them ends. */
export async function withLostPages(file: Uint8Array, pages: readonly number[]): Promise<Buffer> {
  const document = await PDFDocument.load(file)
  const kids = document.catalog.Pages().Kids()
  for (const page of pages) {
    kids.set(
      page - 1,
      document.context.register(document.context.obj({ Type: 'Pages', Count: 1, Kids: [null] })),
    )
  }
  return Buffer.from(await document.save({ addDefaultPage: false }))
}

/** A file cut off in the middle. */
export const truncated = (file: Buffer): Buffer => file.subarray(0, Math.floor(file.length / 2))

type ImageOptions = { width?: number; height?: number; color?: string }

const drawing = ({ width = 640, height = 480, color = '#3366cc' }: ImageOptions = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } }).composite([
    {
      input: Buffer.from(
        `<svg width="${width}" height="${height}"><circle cx="50%" cy="50%" r="25%" fill="#ffcc00"/></svg>`,
      ),
    },
  ])

export const makePng = (options?: ImageOptions): Promise<Buffer> => drawing(options).png().toBuffer()
export const makeWebp = (options?: ImageOptions): Promise<Buffer> => drawing(options).webp().toBuffer()

/** A JPEG like a phone's: with the location where it was taken. */
export const makeJpeg = (options?: ImageOptions): Promise<Buffer> =>
  drawing(options)
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()

/** A HEIC photo of 64 × 48 pixels; nothing from npm encodes HEVC. */
export const makeHeic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA' +
      'AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGgACAAEA' +
      'AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA' +
      'AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe' +
      'ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA' +
      'AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA' +
      'AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACJtZGF0AAAAFigBrxmA70mlv//KjH/kxq/2mtaY+bg=',
    'base64',
  )

/** A small PNG that unpacks to a picture of `side` × `side` pixels. */
export function makeImageBomb(side = 30_000): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type OfficeOptions = { text?: string; pages?: number }

export function makeDocx({ text = 'Lecture notes', pages = 1 }: OfficeOptions = {}): Promise<Buffer> {
  const children = Array.from({ length: pages }, (_, index) => [
    new Paragraph({ text: `Page ${index + 1}`, heading: HeadingLevel.HEADING_1, pageBreakBefore: index > 0 }),
    new Paragraph(text),
  ]).flat()
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}

/** A .docx with a link and a picture that are both on another server. */
export async function makeDocxWithExternalPicture(address: string): Promise<Buffer> {
  const link = new ExternalHyperlink({ link: address, children: [new TextRun('elsewhere')] })
  const packed = await Packer.toBuffer(
    new Document({
      sections: [{ children: [new Paragraph('Notes with a picture'), new Paragraph({ children: [link] })] }],
    }),
  )
  const picture = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:90pt">
    <v:imagedata r:id="rIdOut"/></v:shape></w:pict></w:r></w:p>`
  const relation = `<Relationship Id="rIdOut" TargetMode="External" Target="${address}/picture.png"
    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"/>`
  return rezip(packed, {
    'word/document.xml': xml => xml.replace('<w:body>', `<w:body>${picture}`),
    'word/_rels/document.xml.rels': xml => xml.replace('</Relationships>', `${relation}</Relationships>`),
  })
}

/** The same archive with some of its parts rewritten. */
async function rezip(
  packed: Buffer,
  change: Record<string, (text: string) => string>,
  added: { name: string; data: Buffer | string }[] = [],
): Promise<Buffer> {
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(packed, { lazyEntries: true })
  const entries: { name: string; data: Buffer | string }[] = []
  for await (const entry of zip.eachEntry()) {
    const data = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
    const rewrite = change[entry.fileName]
    entries.push({ name: entry.fileName, data: rewrite ? rewrite(data.toString()) : data })
  }
  return makeZip([...entries, ...added])
}

export async function makePptx({ text = 'Lecture notes', pages = 1 }: OfficeOptions = {}): Promise<Buffer> {
  // Its types describe the CommonJS build, but its module is the class itself.
  const deck = new (pptxgen as unknown as typeof pptxgen.default)()
  for (let number = 1; number <= pages; number++) {
    deck.addSlide().addText(`Slide ${number}: ${text}`, { x: 1, y: 1, w: 8, h: 1 })
  }
  return (await deck.write({ outputType: 'nodebuffer' })) as Buffer
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function makeXlsx({ text = 'Grades' }: OfficeOptions = {}): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `${xmlHead}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `${xmlHead}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeDocument}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${xmlHead}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `${xmlHead}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c><c r="B1"><v>42</v></c></row></sheetData></worksheet>`,
    },
  ])
}

export function makeOdt(
  { text = 'Lecture notes' }: OfficeOptions = {},
  extra: Parameters<typeof makeZip>[0] = [],
): Buffer {
  const mimetype = 'application/vnd.oasis.opendocument.text'
  const names = 'urn:oasis:names:tc:opendocument:xmlns'
  return makeZip([
    { name: 'mimetype', data: mimetype, stored: true },
    {
      name: 'META-INF/manifest.xml',
      data: `<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      data: `<office:document-content xmlns:office="${names}:office:1.0" xmlns:text="${names}:text:1.0" office:version="1.2"><office:body><office:text><text:p>${text}</text:p></office:text></office:body></office:document-content>`,
    },
    ...extra,
  ])
}

export const makeRtf = ({ text = 'Lecture notes' }: OfficeOptions = {}): Buffer =>
  Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0\\fs24 ${text}\\par}`)

export const makeTxt = ({ text = 'Lecture notes: ñ, λ, Ж' }: OfficeOptions = {}): Buffer =>
  Buffer.from(`${text}\n`)

/** A .docx saved with macros. */
export async function makeDocm(options?: OfficeOptions): Promise<Buffer> {
  const plain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const macros = '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'
  const parts = {
    '[Content_Types].xml': (xml: string) =>
      xml
        .replace(plain, 'application/vnd.ms-word.document.macroEnabled.main+xml')
        .replace('</Types>', macros),
  }
  return rezip(await makeDocx(options), parts, [{ name: 'word/vbaProject.bin', data: Buffer.alloc(1000) }])
}

/** A .docm named .docx. */
export const makeMacroDocx = (): Buffer =>
  makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${contentTypes}"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`,
    },
    { name: 'word/document.xml', data: '<w:document/>' },
    { name: 'word/vbaProject.bin', data: Buffer.alloc(1000) },
  ])

/** A .docx of some hundred kilobytes that unpacks to `megabytes`. */
export const makeZipBomb = (megabytes = 300): Buffer =>
  makeZip([
    { name: '[Content_Types].xml', data: `<Types xmlns="${contentTypes}"/>` },
    { name: 'word/document.xml', data: Buffer.alloc(megabytes * 1024 * 1024, 0x20) },
  ])

/** An old-format .doc, .xls or .ppt, with macros. */
export const makeMacroDoc = (): Buffer => makeCompound({ WordDocument: Buffer.alloc(600) }, ['Macros', 'VBA'])

/** What a modern office program writes when a file is saved with a password. */
export const makeEncryptedOffice = (): Buffer =>
  makeCompound({ EncryptionInfo: Buffer.alloc(200), EncryptedPackage: Buffer.alloc(5000) })
