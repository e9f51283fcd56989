import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { fileLimits, type PlainOfficeExtension } from '#shared/domain/file-types.ts'

export type Conversion = {
  input: string
  extension: PlainOfficeExtension
  /** Where the PDF goes. */
  output: string
  signal?: AbortSignal | undefined
}

/**
 * Converts an office file to a PDF, or throws a ProcessFailure. Nobody has checked yet that the output is a PDF.
 */
export type Converter = {
  name: string
  convert(conversion: Conversion): Promise<void>
  /** Starts up ahead of the first conversion. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** The PDF is larger than any document may be. */
export const outgrown = () =>
  new ProcessFailure(
    'refused',
    `The PDF of this file would be larger than ${fileLimits.documentBytes / 1024 / 1024} MB. Save it as a smaller PDF and upload the PDF.`,
    'too_large',
  )

/** How many conversions may wait; more are told to retry later. */
export const maxWaiting = 20
