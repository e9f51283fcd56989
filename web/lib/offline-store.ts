import { end, resultOf, soon } from './indexed-db.ts'

/**
 * The offline store: what one person read, for when there is no network. It has one owner: it is emptied when they
 * sign out and when somebody else signs in. Each change checks the owner in its own transaction, so that an old tab, whose
 * calls are answered for whoever signed in since, can put nothing in.
 */
const stores = {
  answers: { most: 100, mostBytes: Number.POSITIVE_INFINITY },
  documents: { most: 10, mostBytes: 100 * 1024 * 1024 },
}
type Store = keyof typeof stores

type Entry = { key: string; value: unknown; bytes: number; at: number }

/** Whose page this is, once that is known. */
let owner: string | null | undefined

/**
 * Sets whose the store is, and empties it if that changes. Null means nobody. The release before named the person by their address
 * (`former`): drop that with the next release.
 */
export async function setOfflineOwner(person: string | null, former?: string): Promise<void> {
  owner = person
  await quietly(async () => {
    const transaction = (await database()).transaction(['owner', ...names], 'readwrite')
    const before = await resultOf(transaction.objectStore('owner').get('owner'))
    if (before === person) return
    if (before !== former) for (const name of names) transaction.objectStore(name).clear()
    transaction.objectStore('owner').put(person, 'owner')
    await end(transaction)
  })
}

/** Whether storing is of use: without a network nothing opens unless the browser has the app itself. */
export function hasOfflineStore(): boolean {
  return Boolean(owner && navigator.serviceWorker?.controller)
}

/** Stores something read just now, and drops what was read longest ago if that makes too much. */
export async function putOffline(store: Store, key: string, value: unknown, bytes = 0): Promise<void> {
  if (!hasOfflineStore()) return
  await quietly(async () => {
    const transaction = (await database()).transaction(['owner', store], 'readwrite')
    if ((await resultOf(transaction.objectStore('owner').get('owner'))) !== owner) return
    const entries = transaction.objectStore(store)
    entries.put({ key, value, bytes, at: Date.now() } satisfies Entry)
    const { most, mostBytes } = stores[store]
    let [count, sum] = [0, 0]
    const latestFirst = entries.index('at').openCursor(null, 'prev')
    latestFirst.onsuccess = () => {
      const cursor = latestFirst.result
      if (!cursor) return
      count += 1
      sum += (cursor.value as Entry).bytes
      if (count > most || sum > mostBytes) cursor.delete()
      cursor.continue()
    }
    await end(transaction)
  })
}

/** What is stored under a key, and since when. Nothing if the browser doesn't answer soon. */
export async function findOffline<T>(
  store: Store,
  key: string,
): Promise<{ value: T; at: number } | undefined> {
  return (await soon(readStored<T>(store, key))) ?? undefined
}

async function readStored<T>(store: Store, key: string): Promise<{ value: T; at: number } | undefined> {
  const transaction = (await database()).transaction(['owner', store])
  const of = await resultOf(transaction.objectStore('owner').get('owner'))
  // Offline, the signed-in person is read from this store too, so the owner may still be unknown.
  if (owner !== undefined && owner !== of) return undefined
  return resultOf<{ value: T; at: number } | undefined>(transaction.objectStore(store).get(key))
}

/** Drops what is stored under a key, whoever owns the store. */
export async function dropOffline(store: Store, key: string): Promise<void> {
  await quietly(async () => {
    const transaction = (await database()).transaction(store, 'readwrite')
    transaction.objectStore(store).delete(key)
    await end(transaction)
  })
}

const names = Object.keys(stores) as Store[]

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    // Under another name, what people have stored would be lost.
    const request = indexedDB.open('kept', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('owner')
      for (const name of names) {
        request.result.createObjectStore(name, { keyPath: 'key' }).createIndex('at', 'at')
      }
    }
    request.onsuccess = () => {
      // Signing out takes the whole database away, from every tab.
      request.result.onclose = () => {
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}

/** Storage can be full, forbidden or taken away: then nothing is stored, and nothing else changes. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
