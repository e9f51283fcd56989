import { within } from '#shared/domain/within.ts'

const longestWaitMs = 2_000

/** What the browser's storage answers; null if it fails, or doesn't answer soon: WebKit's may never do. */
export function soon<T>(answer: Promise<T>): Promise<T | null> {
  return within(
    longestWaitMs,
    answer.catch(() => null),
  )
}

/** What a request to the browser's database answers. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves once everything of a transaction is stored; rejects if it isn't. */
export function end(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}
