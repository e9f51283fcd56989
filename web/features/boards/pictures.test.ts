import type { BinaryFileData } from '@excalidraw/excalidraw/types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoardPictures } from './pictures.ts'
import type { UnsentEdits } from './unsent-edits.ts'

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
  keep: async () => undefined,
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
