import { join } from 'node:path'
import { problem } from '#server/platform/http/problem.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { type OfficeExtension, plainExtension } from '#shared/domain/file-types.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { fileProblem } from '../problems.ts'
import type { Converter } from './conversion.ts'

type Parts = { inspector: Inspector; converter: () => Promise<Converter> }

/** Converts an office file in `folder` to a PDF and returns its path: checked before and after. */
export async function officeToPdf(
  { inspector, converter }: Parts,
  {
    personId,
    folder,
    input,
    extension,
    signal,
  }: { personId: string; folder: string; input: string; extension: OfficeExtension; signal?: AbortSignal },
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
  // Never trusts a converter: its output must open as a PDF with at least one page.
  const checked = join(folder, 'checked.pdf')
  await inspector.pdf(personId, output, checked).catch(error => {
    const refused = error instanceof ProcessFailure && error.reason === 'refused'
    // How long a file is, its owner can change.
    if (refused && error.code !== 'too_large') throw unusable()
    return fileProblem(error)
  })
  return checked
}

const unusable = () =>
  problem(
    'broken_file',
    'We couldn’t convert this file. It may be damaged. Save it as a PDF and upload the PDF.',
  )
