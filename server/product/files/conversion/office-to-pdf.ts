import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '#server/platform/http/problem.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { fileLimits, type OfficeExtension, plainExtension } from '#shared/domain/file-types.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { fileProblem } from '../problems.ts'
import { type Converter, outgrown } from './conversion.ts'

type Parts = { inspector: Inspector; converter: () => Promise<Converter> }

type Job = {
  personId: string
  folder: string
  input: string
  extension: OfficeExtension
  signal?: AbortSignal
  /** Called once the input has become a PDF of this size, and is gone. What it throws ends the conversion. */
  onConverted?: (bytes: number) => void
}

/**
 * Converts an office file in `folder` to a PDF and returns its path: checked before and after. Keeps nothing else in the folder, as
 * large as it is.
 */
export async function officeToPdf(
  { inspector, converter }: Parts,
  { personId, folder, input, extension, signal, onConverted }: Job,
): Promise<string> {
  const [text, output] = [join(folder, 'text.txt'), join(folder, 'document.pdf')]
  await inspector.office(personId, input, extension, text, signal).catch(fileProblem)
  const chosen = await converter()
  await chosen
    .convert({
      input: extension === 'txt' ? text : input,
      extension: plainExtension(extension),
      output,
      signal,
    })
    .catch(error => {
      if (error instanceof ProcessFailure && error.reason === 'timeout') {
        throw problem(
          'conversion_timeout',
          'This file took too long to convert. Save it as a PDF and upload the PDF.',
        )
      }
      if (error instanceof ProcessFailure && error.reason === 'died') throw unusable()
      return fileProblem(error)
    })
  const { size } = await stat(output)
  if (size > fileLimits.documentBytes) fileProblem(outgrown())
  await rm(input)
  onConverted?.(size)
  // Never trusts a converter: its output must open as a PDF with at least one page.
  const checked = join(folder, 'checked.pdf')
  await inspector.pdf(personId, output, checked).catch(error => {
    const refused = error instanceof ProcessFailure && error.reason === 'refused'
    // How long a file is, its owner can change.
    if (refused && error.code !== 'too_large') throw unusable()
    return fileProblem(error)
  })
  await rm(output)
  return checked
}

const unusable = () =>
  problem(
    'broken_file',
    'We couldn’t convert this file. It may be damaged. Save it as a PDF and upload the PDF.',
  )
