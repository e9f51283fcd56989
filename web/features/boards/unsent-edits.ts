import type { BinaryFileData } from '@excalidraw/excalidraw/types'
import type { BoardElement } from '#shared/api/boards.ts'
import { beats } from '#shared/domain/element-versions.ts'
import { within } from '#shared/domain/within.ts'
import { idOf, versionOf } from './elements.ts'

/** A board larger than this isn't stored here anymore; that is hours of offline drawing. */
const mostKept = 5_000

/** WebKit's storage may never answer: neither opening a board nor logging out waits for it. */
const longestWaitMs = 2_000

/**
 * Local drawing that isn't known to be on the server yet, in this browser's database: a tab that is closed or
 * crashes loses nothing, and the next tab that opens the board sends it. Separate for each person. In a
 * browser without such a database the edits last as long as the tab.
 */
export type UnsentEdits = {
  read(): Promise<BoardElement[]>
  /** `pictures`: those of the elements that the server doesn't have either. */
  keep(elements: BoardElement[], pictures: BinaryFileData[]): Promise<void>
  readPicture(id: string): Promise<BinaryFileData | undefined>
  /** Drops these states and their pictures; a later state of the same element stays. */
  forget(elements: BoardElement[]): Promise<void>
}

export function openUnsentEdits(username: string, boardId: string): UnsentEdits {
  const opened = openStore(username)
  const range = () => IDBKeyRange.bound([boardId, ''], [boardId, '\uffff'])
  const key = (element: BoardElement) => [boardId, idOf(element)]
  // Outside of the range of the elements, and after those of every board.
  const pictureKey = (id: string) => ['picture', boardId, id]

  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await opened
    return answerOf(work(database.transaction(store, mode).objectStore(store)))
  }

  return {
    read: async () =>
      (await soon(run<BoardElement[]>('readonly', all => all.getAll(range(), mostKept)))) ?? [],
    async keep(elements, pictures) {
      const database = await opened.catch(() => null)
      const all = database?.transaction(store, 'readwrite').objectStore(store)
      for (const element of elements) all?.put(element, key(element))
      // Each on its own, as there may not be room for it.
      for (const picture of pictures) {
        const all = database?.transaction(store, 'readwrite').objectStore(store)
        const found = all?.getKey(pictureKey(picture.id))
        found?.addEventListener('success', () => {
          if (found.result === undefined) all?.put(picture, pictureKey(picture.id))
        })
      }
    },
    readPicture: async id =>
      (await soon(run<BinaryFileData | undefined>('readonly', all => all.get(pictureKey(id))))) ?? undefined,
    async forget(elements) {
      const database = await opened.catch(() => null)
      const all = database?.transaction(store, 'readwrite').objectStore(store)
      for (const element of elements) {
        const found = all?.get(key(element))
        found?.addEventListener('success', () => {
          const kept = found.result as BoardElement | undefined
          if (!kept || beats(versionOf(kept), versionOf(element))) return
          all?.delete(key(element))
          if (kept.type === 'image' && kept.fileId) all?.delete(pictureKey(kept.fileId as string))
        })
      }
    },
  }
}

/** The ids of the boards with drawing of this person that isn't known to be on the server yet. */
export async function findUnsentBoards(username: string): Promise<string[]> {
  const keys = (await soon(readKeys(username))) ?? []
  return [...new Set((keys as string[][]).map(([first]) => first!))].filter(id => id !== 'picture')
}

async function readKeys(username: string): Promise<IDBValidKey[]> {
  const database = await openStore(username)
  const keys = await answerOf(database.transaction(store).objectStore(store).getAllKeys())
  database.close()
  return keys
}

/** Null if the storage doesn't answer soon, or fails. */
const soon = <T>(answer: Promise<T>): Promise<T | null> =>
  within(
    longestWaitMs,
    answer.catch(() => null),
  )

const store = 'unsent'

async function openStore(username: string): Promise<IDBDatabase> {
  const request = indexedDB.open(`boards of ${username}`, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return answerOf(request)
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
