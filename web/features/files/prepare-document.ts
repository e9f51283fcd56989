import { type DocumentType, documentTypes, officeExtensionOf, typeOfFile } from '#shared/domain/file-types.ts'
import { offlineProblem } from '#web/lib/problem-error.ts'
import { actualTypeOf } from './actual-type.ts'
import { checkFile, refused } from './check-file.ts'
import { convertToPdf } from './convert-to-pdf.ts'
import { documentName } from './file-names.ts'
import { imageThumbnail } from './image-thumbnail.ts'

/** A document ready to send. */
export type Prepared = {
  document: Blob
  /** Its stored name. */
  name: string
  type: DocumentType
  /** Null if this browser can't make one; the server then tries. */
  thumb: Blob | null
}

export type PreparingStep =
  | { step: 'converting' /** Of the file being uploaded to the converter. */; share: number }
  | { step: 'thumbnail' }

type Options = { signal: AbortSignal; onStep: (step: PreparingStep) => void }

/** Turns a chosen file into what can be sent: converts an office file to PDF, and draws a thumbnail. */
export async function prepareDocument(file: File, { signal, onStep }: Options): Promise<Prepared> {
  checkFile(file)
  const office = officeExtensionOf(file.name)
  const type = (office ? null : await actualTypeOf(file)) ?? 'application/pdf'
  const onProgress = (share: number) => onStep({ step: 'converting', share })
  const document = office ? await convertToPdf(file, { signal, onProgress }) : file
  onStep({ step: 'thumbnail' })
  const thumb = type === 'application/pdf' ? await drawPdf(document, signal) : await drawImage(document, type)
  signal.throwIfAborted()
  return { document, name: documentName(file.name, documentTypes[type]), type, thumb }
}

/** A thumbnail from an image that the person chose for it. */
export async function prepareThumbnail(file: File): Promise<Blob> {
  const type = typeOfFile(file)
  if (type !== 'image/png' && type !== 'image/jpeg') {
    throw refused('unsupported_type', 415, 'Choose a PNG or JPEG image for the thumbnail.')
  }
  const thumb = await imageThumbnail(file)
  if (!thumb) throw refused('broken_file', 422, 'We can’t open this image. Choose another one.')
  return thumb
}

async function drawPdf(document: Blob, signal: AbortSignal): Promise<Blob | null> {
  // The renderer is large and loads with the first PDF; that can fail like any request.
  const { pdfThumbnail } = await import('./pdf-thumbnail.ts').catch(() => {
    throw offlineProblem()
  })
  return pdfThumbnail(document, signal)
}

async function drawImage(document: Blob, type: DocumentType): Promise<Blob | null> {
  const thumb = await imageThumbnail(document)
  // Few browsers show HEIC; any browser shows the other types, unless the file is damaged.
  if (!thumb && type !== 'image/heic') {
    throw refused('broken_file', 422, 'We can’t open this image. It’s damaged or far too large.')
  }
  return thumb
}
