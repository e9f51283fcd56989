import { offlineProblem, ProblemError, problemFrom } from '#web/lib/problem-error.ts'

type Transfer = {
  method: 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body: Blob | FormData
  signal: AbortSignal
  /** Called with the share of the body that was sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** A connection without progress for this long is dead, whatever the operating system still believes. */
const stalledAfterMs = 45_000

/** The server answers within two minutes (`longestAnswerMs`): an answer that takes longer was lost on its way. */
export const lostAfterMs = 150_000

/**
 * Sends a file and returns the response. It uses XMLHttpRequest because fetch doesn't report upload progress.
 * Fails like every request: with a ProblemError, or with the signal's reason once it is aborted.
 */
export async function transfer(request: Transfer): Promise<Response> {
  const response = await exchange(request)
  if (!response.ok) throw await problemFrom(response)
  return response
}

function exchange({ method, url, headers = {}, body, signal, onProgress }: Transfer): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const xhr = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout> | undefined
    const waitFor = (ms: number) => {
      clearTimeout(watch)
      watch = setTimeout(stalled, ms)
    }
    const stalled = () => {
      settle(() => reject(offlineProblem()))
      xhr.abort()
    }
    const abort = () => {
      settle(() => reject(signal.reason))
      xhr.abort()
    }
    const settle = (how: () => void) => {
      clearTimeout(watch)
      signal.removeEventListener('abort', abort)
      how()
    }
    signal.addEventListener('abort', abort)

    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'blob'
    xhr.upload.onprogress = event => {
      waitFor(stalledAfterMs)
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    xhr.upload.onload = () => {
      waitFor(lostAfterMs)
      onProgress(1)
    }
    xhr.onprogress = () => waitFor(stalledAfterMs)
    xhr.onerror = () => settle(() => failureOf(body).then(reject))
    xhr.onload = () => settle(() => resolve(responseOf(xhr)))
    waitFor(stalledAfterMs)
    xhr.send(body)
  })
}

/** A browser says of a file that it can't read, and of a network that is gone, only that there was an error. */
async function failureOf(body: Blob | FormData): Promise<ProblemError> {
  const files = body instanceof Blob ? [body] : [...body.values()].filter(value => value instanceof Blob)
  return Promise.all(files.map(file => file.slice(0, 1).arrayBuffer())).then(
    () => offlineProblem(),
    () =>
      new ProblemError({
        code: 'broken_file',
        status: 0,
        detail: 'This file was changed or moved. Choose it again.',
      }),
  )
}

function responseOf(xhr: XMLHttpRequest): Response {
  const type = xhr.getResponseHeader('content-type')
  const bodiless = xhr.status === 204 || xhr.status === 205 || xhr.status === 304
  return new Response(bodiless ? null : (xhr.response as Blob), {
    status: xhr.status,
    headers: type ? { 'content-type': type } : {},
  })
}
