import { editDialog } from '#web/features/posts/post-dialogs.ts'
import { useStore } from '#web/lib/store.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const EditDialog = lazyDialog(async () => (await import('./edit-dialog.tsx')).EditDialog)

/**
 * Where the forms of a person's own posts open. Mounted once, over the pages, so that an upload goes on while they move around or
 * edit another post.
 */
export function EditHost() {
  const asked = useStore(editDialog)
  return asked.map(({ time, post, open, kept }) => (
    <EditDialog key={time} post={post} open={open} kept={kept} onClose={() => editDialog.close(post)} />
  ))
}
