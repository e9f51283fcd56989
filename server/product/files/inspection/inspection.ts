import type { OfficeExtension } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'

/** A picture's shape: as it is, within a box, or filling a square. */
export type ImageShape = 'whole' | { within: number } | { cover: number }

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/heic'

/** What a process that looks into files is asked. Paths are inside its own folder. */
export type Inspection =
  | { kind: 'pdf'; path: string; output: string }
  | {
      kind: 'image'
      path: string
      type: ImageType
      outputs: { path: string; type: 'image/png' | 'image/jpeg' | 'image/webp'; shape: ImageShape }[]
    }
  | { kind: 'office'; path: string; extension: OfficeExtension; textTo: string }

/** A PDF that opens, and how it differs from what came. */
export type CheckedPdf = { pages: number; changes: PdfChange[] }
