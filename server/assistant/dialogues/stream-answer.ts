import { Readable } from 'node:stream'
import type { AnswerEvent } from '#shared/api/dialogues.ts'

/** A comment, so that nothing between takes the line for dead. */
const heartbeatMs = 10_000
/** What may wait to be sent before the model is no longer read from: with what the socket holds, far below 256 KB (security P-4). */
const mostWaiting = 16_384

/** Events as the lines `data: {json}` of a stream. `data: [DONE]` follows a whole answer; each event is one line, whatever is in its text. */
export function eventStream(events: AsyncGenerator<AnswerEvent>): Readable {
  return Readable.from(lines(events), { objectMode: false, highWaterMark: mostWaiting })
}

async function* lines(events: AsyncGenerator<AnswerEvent>): AsyncGenerator<string> {
  try {
    let next = events.next()
    for (;;) {
      const event = await orSilence(next)
      if (event === 'silence') {
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

async function orSilence<T>(promise: Promise<T>): Promise<T | 'silence'> {
  const { promise: silence, resolve } = Promise.withResolvers<'silence'>()
  const timer = setTimeout(() => resolve('silence'), heartbeatMs)
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
