import { lazy, Suspense, useSyncExternalStore } from 'react'
import { editDialog } from '#web/features/posts/post-dialogs.ts'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))

/**
 * Where the form of a person's own post opens. Mounted once, in the frame of the pages, so that an upload
 * goes on while they move around.
 */
export function EditHost() {
  const asked = useSyncExternalStore(editDialog.subscribe, editDialog.read, editDialog.read)
  if (!asked) return null
  return (
    <Suspense>
      <EditDialog key={asked.time} post={asked.post} open={asked.open} />
    </Suspense>
  )
}
