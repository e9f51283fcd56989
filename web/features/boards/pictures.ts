import type { BinaryFileData, BinaryFiles, DataURL } from '@excalidraw/excalidraw/types'
import { type BoardElement, boards, thumbnailId } from '#shared/api/boards.ts'
import { callUrl } from '#shared/api/contract.ts'
import { blobOf } from '#web/features/files/canvas.ts'
import { arrived, send } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { isRefusal, ProblemError } from '#web/lib/problem-error.ts'
import type { UnsentEdits } from './unsent-edits.ts'

/** The types that the server redraws; any other image is converted to one of these first. */
const taken = /^image\/(png|jpeg|webp)$/

/** How long to wait before a picture that didn't come is requested again. */
const pauseMs = 15_000

/** How long a picture for which the server has no room waits: each attempt counts among those a person may send. */
const roomPauseMs = 15 * 60_000

/** What a person reads of a picture that this device's storage doesn't hand out. */
const unread = 'We couldn’t read a picture from this device yet, so we’ll try again in a minute.'

const refusals = new Set<string>(['too_large', 'unsupported_type', 'broken_file', 'unsafe_file'])

/**
 * The pictures of a board: they go to the server before their elements, and load when other people's elements
 * need them.
 */
export class BoardPictures {
  readonly #boardId: string
  readonly #edits: UnsentEdits
  /** Those the server has. */
  readonly #stored = new Set<string>()
  /** Those that can't be sent for now: why, and until when not to try again. */
  readonly #late = new Map<string, { detail: string; until: number }>()
  /** What the server says of those that it never takes. */
  readonly #refused = new Map<string, string>()
  readonly #asked = new Set<string>()
  /** How often the server didn't have a picture. */
  readonly #missed = new Map<string, number>()
  /** The editor forgets its own when it closes, before the last of them are sent. */
  #files: BinaryFiles = {}

  constructor(boardId: string, edits: UnsentEdits) {
    this.#boardId = boardId
    this.#edits = edits
  }

  /** Those of these elements that the server doesn't have, as far as this tab does. */
  unsent(elements: readonly BoardElement[]): BinaryFileData[] {
    return [...fileIdsOf(elements)].flatMap(id => (this.#stored.has(id) ? [] : (this.#files[id] ?? [])))
  }

  /**
   * Uploads pictures that the server doesn't have. If it refuses one, or if nobody has it anymore, it refuses
   * the element too. Returns the elements whose picture can't be sent for now, and why.
   */
  async send(
    elements: readonly BoardElement[],
  ): Promise<{ elements: BoardElement[]; detail: string } | null> {
    for (const id of fileIdsOf(elements)) await this.#send(id)
    const late = elements.filter(element => this.#late.has(element.fileId as string))
    const [first] = late
    return first ? { elements: late, detail: this.#late.get(first.fileId as string)!.detail } : null
  }

  async #send(id: string): Promise<void> {
    if (Date.now() < (this.#late.get(id)?.until ?? 0)) return
    this.#late.delete(id)
    if (this.#stored.has(id)) return
    const file = this.#files[id] ?? (await this.#edits.readPicture(id))
    // Without it, the server would refuse the element, and both would be deleted here.
    if (file === null) this.#late.set(id, { detail: unread, until: 0 })
    if (!file) return
    try {
      await this.#put(id, await pictureOf(file.dataURL))
      this.#stored.add(id)
    } catch (error) {
      if (!(error instanceof ProblemError))
        return logFailure('A picture couldn’t be sent to the board', error)
      if (error.code === 'quota_exceeded') {
        this.#late.set(id, { detail: error.detail, until: Date.now() + roomPauseMs })
      } else if (refusals.has(error.code)) this.#refused.set(id, error.detail)
      else throw error
    }
  }

  /** Why the server never takes the picture of one of these elements, if it said so. */
  refusalOf(elements: readonly BoardElement[]): string | undefined {
    const refused = elements.find(element => this.#refused.has(element.fileId as string))
    return refused && this.#refused.get(refused.fileId as string)
  }

  /** Loads the missing pictures of all elements on the board; failed ones are requested again later. */
  fetch(
    elements: readonly BoardElement[],
    files: BinaryFiles,
    show: (files: BinaryFileData[]) => void,
  ): void {
    this.#files = files
    const shown = fileIdsOf(elements)
    // The server drops those that nothing shows anymore: one that comes back is sent again.
    for (const id of this.#stored) if (!shown.has(id)) this.#stored.delete(id)
    for (const id of shown) {
      if (files[id] || this.#asked.has(id)) continue
      this.#asked.add(id)
      this.#get(id).then(
        file => show([file]),
        error => {
          if (!(error instanceof ProblemError))
            return logFailure('A board’s picture couldn’t be shown', error)
          // One that the server doesn't have is hardly ever there later.
          const missed = (this.#missed.get(id) ?? 0) + (isRefusal(error) ? 1 : 0)
          this.#missed.set(id, missed)
          setTimeout(() => this.#asked.delete(id), pauseMs * 2 ** missed)
        },
      )
    }
  }

  /** The pictures of elements that needn't be on the board anymore, without those that don't come. */
  async filesOf(elements: readonly BoardElement[], files: BinaryFiles): Promise<BinaryFiles> {
    const ids = [...fileIdsOf(elements)].filter(id => !files[id])
    const found = await Promise.all(ids.map(id => this.#get(id).catch(() => null)))
    return { ...files, ...Object.fromEntries(found.flatMap(file => (file ? [[file.id, file]] : []))) }
  }

  /** The board's thumbnail for lists. */
  async putThumbnail(picture: Blob): Promise<void> {
    await this.#put(thumbnailId, picture)
  }

  async #put(pictureId: string, picture: Blob): Promise<void> {
    const body = new FormData()
    body.set('file', picture, 'picture')
    const address = callUrl(boards.putPicture, { params: { id: this.#boardId, pictureId } })
    await send(address, { method: boards.putPicture.method, body })
  }

  async #get(pictureId: string): Promise<BinaryFileData> {
    const kept = await this.#edits.readPicture(pictureId)
    if (kept) return kept
    const answer = await send(callUrl(boards.picture, { params: { id: this.#boardId, pictureId } }), {})
    this.#stored.add(pictureId)
    return {
      id: pictureId as BinaryFileData['id'],
      mimeType: 'image/webp',
      dataURL: await dataUrlOf(await arrived(answer.blob())),
      created: Date.now(),
    }
  }
}

function fileIdsOf(elements: readonly BoardElement[]): Set<string> {
  const ids = elements.filter(element => element.type === 'image' && !element.isDeleted && element.fileId)
  return new Set(ids.map(element => element.fileId as string))
}

export function dataUrlOf(blob: Blob): Promise<DataURL> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as DataURL)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

/**
 * The picture of a data URL in a type that the server accepts. Our policy forbids fetching such a URL, so
 * this decodes or draws it.
 */
async function pictureOf(dataUrl: string): Promise<Blob> {
  const [head = '', body = ''] = dataUrl.split(',', 2)
  const type = /^data:([\w/+.-]+)/.exec(head)?.[1] ?? ''
  if (taken.test(type) && head.endsWith(';base64')) {
    return new Blob([Uint8Array.from(atob(body), character => character.charCodeAt(0))], { type })
  }
  const image = new Image()
  image.src = dataUrl
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth || 1000
  canvas.height = image.naturalHeight || 1000
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return blobOf(canvas, 'image/png')
}
