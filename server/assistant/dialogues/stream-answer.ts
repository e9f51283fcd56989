import { Readable } from 'node:stream'
import { within } from '#server/platform/within.ts'
import type { AnswerEvent } from '#shared/api/dialogues.ts'

/** A comment, so that no proxy takes the connection for dead. */
const heartbeatMs = 10_000
/**
 * How much may wait in the buffer before the server stops reading from the model: together with the socket's
 * buffer, far below 256 KB (security P-4).
 */
const mostWaiting = 16_384

/**
 * Events as the lines `data: {json}` of a stream. `data: [DONE]` follows a complete answer; each event is one
 * line, whatever its text contains.
 */
export function eventStream(events: AsyncGenerator<AnswerEvent>): Readable {
  return Readable.from(lines(events), { objectMode: false, highWaterMark: mostWaiting })
}

async function* lines(events: AsyncGenerator<AnswerEvent>): AsyncGenerator<string> {
  try {
    let next = events.next()
    for (;;) {
      const event = await within(heartbeatMs, next)
      if (!event) {
        yield ': still here\n\n'
        continue
      }
      if (event.done) return
      yield `data: ${JSON.stringify(event.value)}\n\n`
      if (event.value.done && !event.value.error) yield 'data: [DONE]\n\n'
      next = events.next()
    }
  } finally {
    await events.return(undefined)
  }
}
