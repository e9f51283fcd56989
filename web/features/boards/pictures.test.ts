import type { BinaryFileData } from '@excalidraw/excalidraw/types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoardPictures } from './pictures.ts'
import { openUnsentEdits, type UnsentEdits } from './unsent-edits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const image = { id: 'image', type: 'image', fileId: 'page', isDeleted: false }
const picture = { id: 'page', mimeType: 'image/png', dataURL: 'data:image/png;base64,AAAA' } as BinaryFileData

/** What a browser keeps: nothing but this picture. */
const device = (kept?: BinaryFileData): UnsentEdits => ({
  read: async () => [],
  keep: async () => true,
  readPicture: async () => kept,
  forget: async () => undefined,
})

test('a picture that the server doesn’t have is requested less and less often', async () => {
  const fetch = vi.fn(async () => Response.json({ code: 'not_found' }, { status: 404 }))
  vi.stubGlobal('fetch', fetch)
  const pictures = new BoardPictures('board', device())
  // The editor reports each movement of the pointer.
  for (let second = 0; second < 3600; second++) {
    pictures.fetch([image], {}, () => undefined)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(fetch).toHaveBeenCalledTimes(7)
})

test('a picture that an earlier tab couldn’t send is shown and sent by the next one', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(body)
    return Response.json({ status: 'success' })
  })
  const pictures = new BoardPictures('board', device(picture))
  const shown: BinaryFileData[] = []
  pictures.fetch([image], {}, files => shown.push(...files))
  await pictures.send([image])
  expect(shown).toEqual([picture])
  expect(sent).toEqual([expect.any(FormData)])
})

test('a picture that the device’s storage doesn’t hand out waits until it does', async () => {
  const fetch = vi.fn(async () => Response.json({ status: 'success' }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const person = { id: '7', email: 'pia@example.edu', username: 'pia.patient' }
  const edits = openUnsentEdits(person, 'board')
  const pictures = new BoardPictures('board', edits)
  const first = pictures.send([image])
  await vi.advanceTimersByTimeAsync(2000)
  const detail = 'We couldn’t read a picture from this device yet, so we’ll try again in a minute.'
  expect(await first).toEqual({ elements: [image], detail })
  edits.readPicture = async () => picture
  expect(await pictures.send([image])).toBe(null)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a picture that the server has no room for is sent again a quarter of an hour later, and says why it waits', async () => {
  const detail = 'You’ve reached the limit for board pictures. Try again in an hour.'
  let isFull = true
  const fetch = vi.fn(async () =>
    isFull
      ? Response.json({ code: 'quota_exceeded', detail }, { status: 429 })
      : Response.json({ status: 'success' }),
  )
  vi.stubGlobal('fetch', fetch)
  const pictures = new BoardPictures('board', device(picture))
  const stroke = { id: 'stroke', type: 'freedraw', isDeleted: false }
  for (let minute = 0; minute < 10; minute++) {
    expect(await pictures.send([stroke, image])).toEqual({ elements: [image], detail })
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(fetch).toHaveBeenCalledTimes(1)
  isFull = false
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await pictures.send([image])).toBe(null)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a picture that the server never takes says why', async () => {
  const detail = 'Pictures on a board can be up to 4 MB.'
  vi.stubGlobal('fetch', async () => Response.json({ code: 'too_large', detail }, { status: 413 }))
  const pictures = new BoardPictures('board', device(picture))
  expect(await pictures.send([image])).toBe(null)
  expect(pictures.refusalOf([image])).toBe(detail)
})

test('a picture that was erased and comes back is sent again, as the server may have dropped it', async () => {
  const fetch = vi.fn(async () => Response.json({ status: 'success' }))
  vi.stubGlobal('fetch', fetch)
  const pictures = new BoardPictures('board', device(picture))
  const show = (isDeleted: boolean) =>
    pictures.fetch([{ ...image, isDeleted }], { page: picture }, () => undefined)
  show(false)
  await pictures.send([image])
  await pictures.send([image])
  expect(fetch).toHaveBeenCalledTimes(1)
  show(true)
  show(false)
  await pictures.send([image])
  expect(fetch).toHaveBeenCalledTimes(2)
})
