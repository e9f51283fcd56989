import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignedFile } from './signed-file.ts'

const part = () =>
  new Response(new Uint8Array([1, 2]), { status: 206, headers: { 'content-range': 'bytes 0-1/9' } })
const refusal = () => Response.json({ code: 'link_expired', detail: 'Expired.' }, { status: 403 })

let asked: string[] = []
let signed = 0
const sign = async () => ({ url: `/storage/file?signature=${++signed}`, goodUntil: Date.now() + 55_000 })
const read = (file: SignedFile) => file.read(0, 2, new AbortController().signal)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  asked = []
  signed = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answer(to: (url: string) => Response) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.slice(-1))
    return to(url)
  })
}

test('parts are read from an address until it expires; the first after that requests the next, once for all', async () => {
  answer(part)
  const file = new SignedFile(sign, () => {})
  await read(file)
  vi.setSystemTime(54_999)
  await read(file)
  vi.setSystemTime(55_000)
  await Promise.all([read(file), read(file), read(file)])
  expect(asked).toEqual(['1', '1', '2', '2', '2'])
})

test('an address that is refused early is replaced, and the same part is requested again', async () => {
  answer(url => (url.endsWith('1') ? refusal() : part()))
  const file = new SignedFile(sign, () => {})
  const parts = await Promise.all([read(file), read(file)])
  expect(parts.map(({ total }) => total)).toEqual([9, 9])
  expect(asked).toEqual(['1', '1', '2', '2'])
})

test('a reader who gets no address anymore is told why, and can retry', async () => {
  answer(part)
  let gone = false
  const file = new SignedFile(
    async () => {
      if (gone) throw new Error('This document isn’t available')
      return sign()
    },
    () => {},
  )
  await read(file)
  gone = true
  vi.setSystemTime(60_000)
  await expect(read(file)).rejects.toThrow('This document isn’t available')
  gone = false
  expect((await read(file)).total).toBe(9)
})

test('a part that breaks off is lost like one that never came, so that it is requested again', async () => {
  const cutOff = () => new ReadableStream({ pull: body => body.error(new TypeError('network error')) })
  answer(() => new Response(cutOff(), { status: 206 }))
  await expect(read(new SignedFile(sign, () => {}))).rejects.toMatchObject({ code: 'offline' })
})
