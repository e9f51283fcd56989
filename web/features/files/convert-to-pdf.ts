import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { transfer } from './transfer.ts'

type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/** Has the server convert an office file to PDF. */
export async function convertToPdf(file: File, { signal, onProgress }: Options): Promise<Blob> {
  const body = new FormData()
  body.append('files', file, file.name)
  onProgress(0)
  const answer = await transfer({
    method: files.convert.method,
    url: callUrl(files.convert),
    headers: { accept: 'application/pdf, application/problem+json' },
    body,
    signal,
    onProgress,
  })
  return answer.blob()
}
