import { useSyncExternalStore } from 'react'
import { editDialog } from '#web/features/posts/post-dialogs.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const EditDialog = lazyDialog(async () => (await import('./edit-dialog.tsx')).EditDialog)

/**
 * Where the form of a person's own post opens. Mounted once, in the frame of the pages, so that an upload
 * goes on while they move around.
 */
export function EditHost() {
  const asked = useSyncExternalStore(editDialog.subscribe, editDialog.read, editDialog.read)
  if (!asked) return null
  return (
    <EditDialog key={asked.time} post={asked.post} open={asked.open} onClose={() => editDialog.close()} />
  )
}
