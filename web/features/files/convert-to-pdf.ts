import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import type { PreparingStep } from './prepare-document.ts'
import { transfer } from './transfer.ts'

type Options = { signal: AbortSignal; onStep: (step: PreparingStep) => void }

/** Has the server convert an office file to PDF. */
export async function convertToPdf(file: File, { signal, onStep }: Options): Promise<Blob> {
  const body = new FormData()
  body.append('files', file, file.name)
  onStep({ step: 'converting', share: 0 })
  const answer = await transfer({
    method: files.convert.method,
    url: callUrl(files.convert),
    headers: { accept: 'application/pdf, application/problem+json' },
    body,
    signal,
    onProgress: share => onStep({ step: 'converting', share }),
  })
  return answer.blob()
}
