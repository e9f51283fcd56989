import type { PlainOfficeExtension } from '#shared/domain/file-types.ts'

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

/** How many conversions may wait; more are told to retry later. */
export const maxWaiting = 20
