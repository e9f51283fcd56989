import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lostAfterMs, transfer } from './transfer.ts'

class Connection {
  static last: Connection
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {}
  onprogress?: () => void
  onload?: () => void
  status = 200
  response = new Blob(['%PDF-1.7'])
  constructor() {
    Connection.last = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {}
  getResponseHeader() {
    return 'application/pdf'
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Connection)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = () =>
  transfer({
    method: 'POST',
    url: '/convert',
    body: new FormData(),
    signal: new AbortController().signal,
    onProgress() {},
  })

test('an answer that arrives slowly, but arrives, isn’t lost', async () => {
  const answer = send()
  const { last } = Connection
  last.upload.onload!()
  for (let ms = 0; ms <= 2 * lostAfterMs; ms += 30_000) {
    vi.advanceTimersByTime(30_000)
    last.onprogress?.()
  }
  last.onload!()
  expect((await answer).status).toBe(200)
})

test('an answer that stops arriving is lost', async () => {
  const answer = send()
  const { last } = Connection
  last.upload.onload!()
  last.onprogress?.()
  vi.advanceTimersByTime(lostAfterMs)
  last.onload!()
  await expect(answer).rejects.toMatchObject({ code: 'offline' })
})
