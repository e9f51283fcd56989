import { afterEach, describe, expect, test, vi } from 'vitest'
import { heartbeatMs } from '#shared/api/dialogues.ts'
import { readStream, type StreamEvent } from './read-stream.ts'

function bodyOf(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
      controller.close()
    },
  })
}

afterEach(() => {
  vi.useRealTimers()
})

/** The events of a stream, and how it broke, if it did. */
async function read(body: ReadableStream<Uint8Array> | null) {
  const events: StreamEvent[] = []
  try {
    for await (const event of readStream(body)) events.push(event)
    return { events, error: null }
  } catch (error) {
    return { events, error: (error as Error).message }
  }
}

const whole = [
  ': the model is thinking',
  '',
  'data: {"content":"Größe “[DONE]” 👩‍🎓 "}',
  '',
  'event: message',
  'data:{"content":',
  'data:"data: [DONE]\\n\\ndata: {}"}',
  '',
  'data: {"done":true,"fullResponse":"…"}',
  '',
  'data: [DONE]',
  '',
  '',
]
const events = [
  { content: 'Größe “[DONE]” 👩‍🎓 ' },
  { content: 'data: [DONE]\n\ndata: {}' },
  { done: true, fullResponse: '…' },
]

describe('a stream', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('gives the same result wherever the network splits it (%s)', async (_, end) => {
    const bytes = new TextEncoder().encode(whole.join(end))
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await read(bodyOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual({ events, error: null })
    }
    expect(await read(bodyOf(...[...bytes].map(byte => Uint8Array.of(byte))))).toEqual({
      events,
      error: null,
    })
  })

  test('ends at the marker or at a done flag, and needs no empty lines', async () => {
    const lines = 'data: {"content":"a"}\ndata: {"content":"b"}\ndata: [DONE]\ndata: {"content":"late"}\n'
    expect(await read(bodyOf(lines))).toEqual({ events: [{ content: 'a' }, { content: 'b' }], error: null })
  })

  test.each([
    ['ends without being done', 'data: {"content":"a"}\n\n'],
    ['ends within a line', 'data: {"content":"a"}\n\ndata: {"content":"b"}'],
    ['holds what is no JSON', 'data: {"content":"a"}\n\ndata: {"content":\n\ndata: {"done":true}\n\n'],
    ['holds what is no object', 'data: {"content":"a"}\n\ndata: [1]\n\ndata: {"done":true}\n\n'],
  ])('that %s counts as broken, after its complete events', async (_, text) => {
    expect(await read(bodyOf(text))).toEqual({ events: [{ content: 'a' }], error: 'Stream request failed' })
  })

  test('passes on an error event as the last one', async () => {
    const text =
      'data: {"content":"a"}\n\ndata: {"error":"Too busy","done":true}\n\ndata: {"content":"b"}\n\n'
    const told = [{ content: 'a' }, { error: 'Too busy', done: true }]
    expect(await read(bodyOf(text))).toEqual({ events: told, error: null })
  })

  test('without a body reports that', async () => {
    expect(await read(null)).toEqual({ events: [], error: 'Response body is null' })
  })

  test('that the network cuts counts as broken', async () => {
    let sent = false
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) return controller.error(new TypeError('network error'))
        sent = true
        controller.enqueue(new TextEncoder().encode('data: {"content":"a"}\n\n'))
      },
    })
    expect(await read(body)).toEqual({ events: [{ content: 'a' }], error: 'Stream request failed' })
  })

  test('that falls silent counts as broken, and is closed', async () => {
    vi.useFakeTimers()
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('data: {"content":"a"}\n\n')),
      cancel: () => {
        cancelled = true
      },
    })
    const result = read(body)
    await vi.advanceTimersByTimeAsync(3 * heartbeatMs)
    expect(await result).toEqual({ events: [{ content: 'a' }], error: 'Stream request failed' })
    expect(cancelled).toBe(true)
  })

  test('may say nothing for long as long as there are signs of life', async () => {
    vi.useFakeTimers()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const write = (text: string) => writer.write(new TextEncoder().encode(text))
    const result = read(readable)
    for (let beats = 0; beats < 12; beats++) {
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      await write(': still here\n\n')
    }
    await write('data: {"done":true}\n\n')
    expect(await result).toEqual({ events: [{ done: true }], error: null })
  })

  test('is closed by a reader that stops reading', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('data: {"content":"a"}\n\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _ of readStream(body)) break
    expect(cancelled).toBe(true)
  })
})
