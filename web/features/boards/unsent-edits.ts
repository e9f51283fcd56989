import type { BoardElement } from '#shared/api/boards.ts'
import { counts, idOf, versionOf } from './counts.ts'

/** A board larger than this isn't stored here anymore; that is hours of offline drawing. */
const mostKept = 5_000

/**
 * Local drawing that isn't known to be on the server yet, in this browser's database: a tab that is closed or
 * crashes loses nothing, and the next tab that opens the board sends it. Separate for each person. In a
 * browser without such a database the edits last as long as the tab.
 */
export type UnsentEdits = {
  read(): Promise<BoardElement[]>
  keep(elements: BoardElement[]): Promise<void>
  /** Drops these states; a later one of the same element stays. */
  forget(elements: BoardElement[]): Promise<void>
}

export function openUnsentEdits(username: string, boardId: string): UnsentEdits {
  const opened = openStore(`boards of ${username}`)
  const range = () => IDBKeyRange.bound([boardId, ''], [boardId, '\uffff'])
  const key = (element: BoardElement) => [boardId, idOf(element)]

  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await opened
    return answerOf(work(database.transaction(store, mode).objectStore(store)))
  }

  return {
    read: () => run<BoardElement[]>('readonly', all => all.getAll(range(), mostKept)).catch(() => []),
    async keep(elements) {
      const database = await opened.catch(() => null)
      const all = database?.transaction(store, 'readwrite').objectStore(store)
      for (const element of elements) all?.put(element, key(element))
    },
    async forget(elements) {
      const database = await opened.catch(() => null)
      const all = database?.transaction(store, 'readwrite').objectStore(store)
      for (const element of elements) {
        const found = all?.get(key(element))
        found?.addEventListener('success', () => {
          const kept = found.result as BoardElement | undefined
          if (kept && !counts(versionOf(kept), versionOf(element))) all?.delete(key(element))
        })
      }
    },
  }
}

const store = 'unsent'

async function openStore(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return answerOf(request)
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
