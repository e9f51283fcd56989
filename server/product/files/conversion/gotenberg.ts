import { createWriteStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { notAdmitted, ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { type Converter, maxWaiting, outgrown } from './conversion.ts'

type Options = { url: string; timeoutMs: number; concurrency: number }

/** A Gotenberg server (https://gotenberg.dev): LibreOffice behind HTTP, in a container of its own. */
export function createGotenberg({ url, timeoutMs, concurrency }: Options): Converter {
  const semaphore = createSemaphore(concurrency, maxWaiting)
  const address = `${url.replace(/\/+$/, '')}/forms/libreoffice/convert`
  return {
    name: 'gotenberg',
    async convert({ input, extension, output, signal }) {
      const leave = await semaphore.enter(signal).catch(notAdmitted)
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        const body = new FormData()
        body.set('files', await openAsBlob(input), `document.${extension}`)
        const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
        const answer = await fetch(address, { method: 'POST', body, signal: ends })
        if (answer.status >= 500) throw new ProcessFailure('unready', `Gotenberg answers ${answer.status}`)
        if (!answer.ok || !answer.body) throw new ProcessFailure('died', `Gotenberg answers ${answer.status}`)
        const pdf = Readable.fromWeb(answer.body as ReadableStream)
        await pipeline(pdf, refuseOutgrown, createWriteStream(output), { signal: ends })
      } catch (error) {
        if (error instanceof ProcessFailure) throw error
        if (signal?.aborted) throw new ProcessFailure('aborted')
        throw deadline.aborted ? new ProcessFailure('timeout') : new ProcessFailure('unready', String(error))
      } finally {
        leave()
      }
    },
    async warm() {},
    async close() {},
  }
}

async function* refuseOutgrown(pdf: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of pdf) {
    size += chunk.length
    if (size > fileLimits.documentBytes) throw outgrown()
    yield chunk
  }
}
