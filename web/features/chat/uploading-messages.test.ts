import { afterEach, expect, test, vi } from 'vitest'
import { forgetUploading, sendOnceUploaded } from './uploading-messages.ts'

afterEach(() => vi.unstubAllGlobals())

test('logging out ends the uploads that a message waits for, and sends nothing', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const arrival = Promise.withResolvers<never>()
  const cancel = vi.fn(() => arrival.reject(new DOMException('canceled', 'AbortError')))
  const deliver = vi.fn()
  sendOnceUploaded({
    owner: 'ada@example.edu',
    message: {
      id: 'm',
      conversationId: 'c',
      text: 'My heap',
      replyTo: null,
      attachments: [],
      writtenAt: '2026-11-21T12:00:00.000Z',
    },
    files: [{ file: new File(['heap'], 'heap.png'), attachment: arrival.promise, again: vi.fn(), cancel }],
    deliver,
  })
  forgetUploading()
  expect(cancel).toHaveBeenCalledOnce()
  await expect(arrival.promise).rejects.toThrow('canceled')
  expect(deliver).not.toHaveBeenCalled()
})
