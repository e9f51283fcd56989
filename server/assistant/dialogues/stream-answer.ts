import { Readable } from 'node:stream'
import { type AnswerEvent, heartbeatMs } from '#shared/api/dialogues.ts'
import { within } from '#shared/domain/within.ts'

/**
 * How much may wait in the buffer before the server stops reading from the model: together with the socket's
 * buffer, far below 256 KB (security P-4).
 */
const mostWaiting = 16_384

/**
 * Events as the lines `data: {json}` of a stream. `data: [DONE]` follows a complete answer; each event is one
 * line, whatever its text contains. The events begin at once and end with the stream: a reader who is gone by now
 * never reads it, and a generator that hasn't begun has no end.
 */
export function eventStream(events: AsyncGenerator<AnswerEvent>): Readable {
  const first = events.next()
  // If it fails, whoever reads the lines hears of it.
  first.catch(() => {})
  const stream = Readable.from(lines(events, first), { objectMode: false, highWaterMark: mostWaiting })
  stream.once('close', () => void events.return(undefined).catch(() => {}))
  return stream
}

async function* lines(
  events: AsyncGenerator<AnswerEvent>,
  first: Promise<IteratorResult<AnswerEvent>>,
): AsyncGenerator<string> {
  let next = first
  for (;;) {
    const event = await within(heartbeatMs, next)
    if (!event) {
      // A comment, so that neither the page nor a proxy takes the connection for dead.
      yield ': still here\n\n'
      continue
    }
    if (event.done) return
    yield `data: ${JSON.stringify(event.value)}\n\n`
    if (event.value.done && !event.value.error) yield 'data: [DONE]\n\n'
    next = events.next()
  }
}
