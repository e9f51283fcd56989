import { useSyncExternalStore } from 'react'
import { dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

/** Dialogues deleted in this tab, each with what tells the server; null once that has begun. */
let deletions: ReadonlyMap<string, (() => void) | null> = new Map()
const listeners = new Set<() => void>()

function set(next: typeof deletions): void {
  deletions = next
  for (const listener of listeners) listener()
}

function without(id: string): typeof deletions {
  return new Map([...deletions].filter(([one]) => one !== id))
}

/** Deletes a dialogue at once; the result is why that failed, or null. */
export async function deleteNow(id: string): Promise<unknown> {
  set(new Map(deletions).set(id, null))
  const error = await call(dialogues.remove, { params: { id } }, { keepalive: true }).then(
    () => null,
    reason => reason,
  )
  // It stays hidden until the lists no longer have it, and for good.
  if (error) set(without(id))
  return error
}

/** Deletes a dialogue once the toast with Undo is gone: hovering over it keeps it there. `onDone` gets the result. */
export function deleteSoon(id: string, onDone: (error: unknown) => void): void {
  const begin = async () => {
    if (deletions.get(id) === begin) onDone(await deleteNow(id))
  }
  set(new Map(deletions).set(id, begin))
  toast.message('Chat deleted.', {
    action: { label: 'Undo', onClick: () => deletions.get(id) === begin && set(without(id)) },
    onGone: begin,
  })
}

// After leaving, nobody can undo.
addEventListener('pagehide', () => {
  for (const begin of deletions.values()) begin?.()
})

/** The ids of dialogues that are deleted or about to be. */
export function useDeletions(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(subscribe, () => deletions)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
