import type { DocumentType, OfficeExtension } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'

/** A picture's shape: unchanged, within a box, or filling a square. */
export type ImageShape = 'whole' | { within: number } | { cover: number }

export type ImageType = Exclude<DocumentType, 'application/pdf'>

/** The types of stored documents. */
export type AcceptedType = Exclude<DocumentType, 'image/heic'>

/** The job of a process that checks files. Paths are inside its own folder. */
export type Inspection =
  | { kind: 'pdf'; path: string; output: string; cpuSeconds?: number }
  | {
      kind: 'image'
      path: string
      type: ImageType
      cpuSeconds?: number
      outputs: { path: string; type: 'image/png' | 'image/jpeg' | 'image/webp'; shape: ImageShape }[]
    }
  | ({ kind: 'page-picture'; path: string; type: AcceptedType; output: string } & PictureOfPage)
  | { kind: 'office'; path: string; extension: OfficeExtension; textTo: string }

/** A PDF that opens, and what was changed in it. */
export type CheckedPdf = { pages: number; changes: PdfChange[] }

/** Which page to draw, from 1, at most how wide in pixels, and in which WebP quality. */
export type PictureOfPage = { page: number; width: number; quality: number }

/** Height over width of a page that was drawn. */
export type DrawnPage = { aspect: number }
