import { dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { untilAnswered } from '#web/lib/until-answered.ts'
import { toast } from '#web/ui/toast.ts'

/** Dialogues deleted in this tab, each with what tells the server; null once that has begun. */
const deletions = createStore<ReadonlyMap<string, (() => void) | null>>(new Map())

function restore(id: string): void {
  deletions.set(new Map([...deletions.read()].filter(([one]) => one !== id)))
}

/** Deletes a dialogue at once; the result is why that failed, or null. */
export async function deleteNow(id: string): Promise<unknown> {
  deletions.set(new Map(deletions.read()).set(id, null))
  const error = await call(dialogues.remove, { params: { id } }, { keepalive: true }).then(
    () => null,
    reason => reason,
  )
  // It stays hidden until the lists no longer have it, and for good.
  if (error) restore(id)
  return error
}

/** Deletes a dialogue that may exist, as soon as there is a network. */
export async function deleteOnceAnswered(id: string): Promise<void> {
  const deletion = async () => {
    const error = await deleteNow(id)
    if (error) throw error
  }
  await untilAnswered(deletion).catch(() => {})
}

/** Deletes a dialogue once the toast with Undo is gone: hovering over it keeps it there. `onDone` gets the result. */
export function deleteSoon(id: string, onDone: (error: unknown) => void): void {
  const begin = async () => {
    if (deletions.read().get(id) === begin) onDone(await deleteNow(id))
  }
  deletions.set(new Map(deletions.read()).set(id, begin))
  toast.message('Chat deleted.', {
    action: { label: 'Undo', onClick: () => deletions.read().get(id) === begin && restore(id) },
    onGone: begin,
  })
}

// After leaving, nobody can undo.
addEventListener('pagehide', () => {
  for (const begin of deletions.read().values()) begin?.()
})

/** The ids of dialogues that are deleted or about to be. */
export function useDeletions(): ReadonlyMap<string, unknown> {
  return useStore(deletions)
}
