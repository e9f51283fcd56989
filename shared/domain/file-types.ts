const MiB = 1024 * 1024

/** What the product stores, by media type, with the extension of its keys. Office files become PDFs first. */
export const documentTypes = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/heic': 'heic',
} as const
export type DocumentType = keyof typeof documentTypes

export const thumbnailTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const

/** Office files that the converter takes. Their macros never run, and the resulting PDFs have none. */
const officeExtensions = [
  'doc',
  'docx',
  'docm',
  'ppt',
  'pptx',
  'pptm',
  'xls',
  'xlsx',
  'xlsm',
  'odt',
  'odp',
  'ods',
  'rtf',
  'txt',
] as const
export type OfficeExtension = (typeof officeExtensions)[number]

const withMacros = { docm: 'docx', pptm: 'pptx', xlsm: 'xlsx' } as const
export type PlainOfficeExtension = Exclude<OfficeExtension, keyof typeof withMacros>

/** The extension of the same file type without macros, which is otherwise identical. */
export function plainExtension(extension: OfficeExtension): PlainOfficeExtension {
  return extension in withMacros
    ? withMacros[extension as keyof typeof withMacros]
    : (extension as PlainOfficeExtension)
}

/** Limits of files, in bytes, pixels and pages. */
export const fileLimits = {
  documentBytes: 100 * MiB,
  thumbnailBytes: 2 * MiB,
  nameLength: 200,
  pages: 5000,
  /** A larger image exhausts a reader's memory, however small its file is. */
  pixels: 40_000_000,
  /** Scaling a far longer one takes up to twenty times as long as another image of as many pixels. */
  imageSide: 30_000,
  /** Per person on each server, since everyone there shares its converter. */
  conversionsAtOnce: 2,
} as const

/**
 * How long a link to a file is valid. It works without a login, so a person who is suspended or blocked must
 * not be able to keep reading with it. A reader who needs longer requests the next link.
 */
export const readLinkSeconds = 60

/**
 * What one person may upload in an hour and in 24, including refused and deleted files: documents and
 * pictures, and separately the pictures of boards, whose thumbnails change often.
 */
export const uploadLimits = {
  upload: { perHour: 100, perDay: 200, bytesPerDay: 2048 * MiB },
  board: { perHour: 300, perDay: 2000, bytesPerDay: 2048 * MiB },
} as const

const typesByExtension: Record<string, DocumentType> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heic',
}

/** The lower-case extension of a file name, without the dot; empty when it has none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function documentTypeOf(name: string): DocumentType | null {
  return typesByExtension[extensionOf(name)] ?? null
}

/**
 * The type of a chosen file that needs no conversion: by its name, since browsers leave some types (HEIC) empty; otherwise as the
 * browser says, since other apps share files whose names don't tell.
 */
export function typeOfFile({ name, type }: { name: string; type: string }): DocumentType | null {
  return documentTypeOf(name) ?? (type in documentTypes ? (type as DocumentType) : null)
}

/** The type of a picture by its first twelve bytes; null for anything else. */
export function pictureTypeIn(start: Uint8Array): Exclude<DocumentType, 'application/pdf'> | null {
  const text = String.fromCharCode(...start.subarray(0, 12))
  if (text.startsWith('\x89PNG')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  return /^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(text) ? 'image/heic' : null
}

/** The extension of a file that has to be converted to PDF; null for any other. */
export function officeExtensionOf(name: string): OfficeExtension | null {
  const extension = extensionOf(name)
  return officeExtensions.find(known => known === extension) ?? null
}

/** A document's name with the extension of its actual type, whatever extension it came with. */
export function nameWithExtension(name: string, type: DocumentType): string {
  if (documentTypeOf(name) === type) return name
  const known = extensionOf(name) in typesByExtension || officeExtensionOf(name) !== null
  const base = known ? name.slice(0, -extensionOf(name).length - 1) : name
  return `${base}.${documentTypes[type]}`
}
