import { useSyncExternalStore } from 'react'
import { callUrl } from '#shared/api/contract.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { send } from '#web/lib/api.ts'

// A little longer than the toast with Undo.
const undoFor = 6_000

/** Dialogues deleted in this tab that can still be restored, with the timer that will delete them. */
let pending: ReadonlyMap<string, ReturnType<typeof setTimeout>> = new Map()
const listeners = new Set<() => void>()

function set(next: typeof pending): void {
  pending = next
  for (const listener of listeners) listener()
}

function without(id: string): typeof pending {
  return new Map([...pending].filter(([one]) => one !== id))
}

/** Deletes a dialogue unless the person undoes it within some seconds. `onDone` gets the result. */
export function deleteSoon(id: string, onDone: (error: unknown) => void): void {
  const timer = setTimeout(async () => {
    const error = await deleteNow(id).catch(reason => reason)
    set(without(id))
    onDone(error)
  }, undoFor)
  set(new Map(pending).set(id, timer))
}

/** Keeps a dialogue that was about to be deleted; does nothing once the deletion has begun. */
export function undoDelete(id: string): void {
  clearTimeout(pending.get(id))
  set(without(id))
}

function deleteNow(id: string): Promise<unknown> {
  const { method } = dialogues.remove
  return send(callUrl(dialogues.remove, { params: { id } }), { method, keepalive: true })
}

// After leaving, nobody can undo.
addEventListener('pagehide', () => {
  for (const [id, timer] of pending) {
    clearTimeout(timer)
    deleteNow(id).catch(() => {})
  }
  pending = new Map()
})

/** The ids of dialogues that are about to be deleted. */
export function usePendingDeletions(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(subscribe, () => pending)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
