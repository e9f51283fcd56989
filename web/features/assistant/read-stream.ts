import { heartbeatMs } from '#shared/api/dialogues.ts'
import { within } from '#shared/domain/within.ts'

/** What one event of an answer's stream can contain; each is a separate object. */
export type StreamEvent = Record<string, unknown>

/** A network may lose a connection without saying so: after three heartbeats that didn't come, it counts as broken. */
const longestSilenceMs = 3 * heartbeatMs

/** A broken stream, with the words for the person. */
export class StreamError extends Error {
  override name = 'StreamError'
}

/**
 * Reads an answer's stream: server-sent lines `data: {json}`, which end with an event that has `done` or with
 * the marker `[DONE]`. Yields everything before a break, then throws. A marker inside an answer's text ends
 * nothing, since text only comes inside JSON.
 */
export async function* readStream(body: ReadableStream<Uint8Array> | null): AsyncGenerator<StreamEvent> {
  if (!body) throw new StreamError('Response body is null')
  let event = ''
  for await (const line of linesOf(body)) {
    if (line === '' && event !== '') throw new StreamError('Stream request failed')
    const data = dataOf(line)
    if (data === null) continue
    if (event === '' && data === '[DONE]') return
    event = event === '' ? data : `${event}\n${data}`
    // An event may span several lines without an empty one after it; it is complete once it parses.
    const parsed = parse(event)
    if (!parsed) continue
    event = ''
    yield parsed
    if (parsed.done === true) return
  }
  throw new StreamError('Stream request failed')
}

/** The value of a `data` field; comments, other fields and empty lines have none. */
function dataOf(line: string): string | null {
  if (!line.startsWith('data:')) return null
  return line.startsWith('data: ') ? line.slice(6) : line.slice(5)
}

function parse(text: string): StreamEvent | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as StreamEvent)
      : null
  } catch {
    return null
  }
}

/** The complete lines, ended by LF, CRLF or CR. Text after the last line end isn't complete. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const read = await within(longestSilenceMs, reader.read()).catch(error => {
        if (isAbort(error)) throw error
        return null
      })
      if (!read) throw new StreamError('Stream request failed')
      const { value, done } = read
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A CR at the very end may be the first half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop()!
      yield* lines
    }
  } finally {
    // Also if the reader stops early, so that the server notices.
    reader.cancel().catch(() => {})
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
