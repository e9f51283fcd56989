import { useSyncExternalStore } from 'react'
import { dialogues } from '#shared/api/dialogues.ts'
import { callUrl, send } from '#web/lib/api.ts'

// A little longer than the toast that offers to undo it.
const undoFor = 6_000

/** The dialogues that were deleted here and can still be had back, with what will delete them. */
let pending: ReadonlyMap<string, ReturnType<typeof setTimeout>> = new Map()
const listeners = new Set<() => void>()

function set(next: typeof pending): void {
  pending = next
  for (const listener of listeners) listener()
}

function without(id: string): typeof pending {
  return new Map([...pending].filter(([one]) => one !== id))
}

/** Deletes a dialogue unless that is undone within some seconds. `onDone` hears how it went. */
export function deleteSoon(id: string, onDone: (error: unknown) => void): void {
  const timer = setTimeout(async () => {
    const error = await deleteNow(id).catch(reason => reason)
    set(without(id))
    onDone(error)
  }, undoFor)
  set(new Map(pending).set(id, timer))
}

export function undoDelete(id: string): void {
  clearTimeout(pending.get(id))
  set(without(id))
}

function deleteNow(id: string): Promise<unknown> {
  const { method } = dialogues.remove
  return send(callUrl(dialogues.remove, { params: { id } }), { method, keepalive: true })
}

// Who leaves doesn't undo any more.
addEventListener('pagehide', () => {
  for (const [id, timer] of pending) {
    clearTimeout(timer)
    deleteNow(id).catch(() => {})
  }
  pending = new Map()
})

/** The ids of the dialogues that are as good as deleted. */
export function usePendingDeletions(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(subscribe, () => pending)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
