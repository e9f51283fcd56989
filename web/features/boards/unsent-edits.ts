import type { BinaryFileData } from '@excalidraw/excalidraw/types'
import type { BoardElement } from '#shared/api/boards.ts'
import { beats } from '#shared/domain/element-versions.ts'
import type { Login } from '#web/features/logins/queries.ts'
import { end, resultOf, soon } from '#web/lib/indexed-db.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { idOf, versionOf } from './elements.ts'

/** A board larger than this isn't stored here anymore; that is hours of offline drawing. */
const mostKept = 5_000

/**
 * Local drawing that isn't known to be on the server yet, in this browser's database: a tab that is closed or
 * crashes loses nothing, and the next tab that opens the board sends it. Separate for each person. In a
 * browser without such a database the edits last as long as the tab.
 */
export type UnsentEdits = {
  read(): Promise<BoardElement[]>
  /** `pictures`: those of the elements that the server doesn't have either. Returns whether all of it is stored. */
  keep(elements: BoardElement[], pictures: BinaryFileData[]): Promise<boolean>
  /** Null if the storage fails or is late: it may answer another time. */
  readPicture(id: string): Promise<BinaryFileData | undefined | null>
  /** Drops these states and their pictures; a later state of the same element stays. */
  forget(elements: BoardElement[]): Promise<void>
}

type Person = Pick<Login, 'id' | 'email' | 'username'>

export function openUnsentEdits(person: Person, boardId: string): UnsentEdits {
  let opened: Promise<IDBDatabase> | undefined
  const range = () => IDBKeyRange.bound([boardId, ''], [boardId, '\uffff'])
  const key = (element: BoardElement) => [boardId, idOf(element)]
  // Outside of the range of the elements, and after those of every board.
  const pictureKey = (id: string) => ['picture', boardId, id]

  async function begin(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    opened ??= openStore(person)
    try {
      return (await opened).transaction(store, mode).objectStore(store)
    } catch {
      // The browser may have closed it, as iOS does in the background, and a logout in another tab does.
      opened = openStore(person)
      return (await opened).transaction(store, mode).objectStore(store)
    }
  }

  async function putAll(elements: BoardElement[]): Promise<void> {
    const all = await begin('readwrite')
    for (const element of elements) all.put(element, key(element))
    await end(all.transaction)
  }

  async function putPicture(picture: BinaryFileData): Promise<void> {
    const all = await begin('readwrite')
    const found = all.getKey(pictureKey(picture.id))
    found.onsuccess = () => {
      if (found.result === undefined) all.put(picture, pictureKey(picture.id))
    }
    await end(all.transaction)
  }

  return {
    async read() {
      const all = begin('readonly').then(all => resultOf<BoardElement[]>(all.getAll(range(), mostKept)))
      return (await soon(all)) ?? []
    },
    async keep(elements, pictures) {
      // Each picture on its own, as there may not be room for it.
      const work = Promise.all([putAll(elements), ...pictures.map(putPicture)])
      return (await soon(work)) !== null
    },
    async readPicture(id) {
      const picture = begin('readonly').then(all =>
        resultOf<BinaryFileData | undefined>(all.get(pictureKey(id))),
      )
      return soon(picture)
    },
    async forget(elements) {
      const all = await begin('readwrite').catch(() => null)
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
export async function findUnsentBoards(person: Person): Promise<string[]> {
  const keys = (await soon(readKeys(person))) ?? []
  return [...new Set((keys as string[][]).map(([first]) => first!))].filter(id => id !== 'picture')
}

async function readKeys(person: Person): Promise<IDBValidKey[]> {
  const database = await openStore(person)
  const keys = await resultOf(database.transaction(store).objectStore(store).getAllKeys())
  database.close()
  return keys
}

const store = 'unsent'

async function openStore(person: Person): Promise<IDBDatabase> {
  const owner = ownerKey(person)
  const database = await openDatabase(owner)
  for (const former of [person.username, person.email]) {
    if (former !== owner) await moveFormer(former, database).catch(() => {})
  }
  return database
}

function openDatabase(of: string): Promise<IDBDatabase> {
  const request = indexedDB.open(`boards of ${of}`, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return resultOf(request)
}

/** Moves what the release before kept under a username, or under the address if it had no id. Drop this with the next release. */
async function moveFormer(name: string, database: IDBDatabase): Promise<void> {
  // Opening it would create it.
  const all = await indexedDB.databases()
  if (!all.some(one => one.name === `boards of ${name}`)) return
  const former = await openDatabase(name)
  const kept = former.transaction(store).objectStore(store)
  const [keys, values] = await Promise.all([resultOf(kept.getAllKeys()), resultOf(kept.getAll())])
  if (keys.length > 0) {
    const moved = database.transaction(store, 'readwrite')
    for (const [at, key] of keys.entries()) moved.objectStore(store).put(values[at], key)
    await end(moved)
    const left = former.transaction(store, 'readwrite').objectStore(store)
    for (const key of keys) left.delete(key)
  }
  former.close()
}
