import { useStore } from '#web/lib/store.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { saveDialog } from './post-dialogs.ts'

const SaveDialog = lazyDialog(async () => (await import('./save-dialog.tsx')).SaveDialog)

/** Where the dialog of a saved post opens. Mounted once, in the frame of the pages. */
export function SaveDialogHost() {
  const asked = useStore(saveDialog)
  return asked.map(one => (
    <SaveDialog
      key={one.time}
      post={one.post}
      open={one.open}
      kept={one.kept}
      onClose={() => saveDialog.close(one.post)}
      focusAfter={() => focusAfter(one)}
    />
  ))
}

/**
 * Back to the earlier focus; otherwise to the post's bookmark; otherwise, if the card is gone, to the
 * heading.
 */
function focusAfter({ post, from }: ReturnType<typeof saveDialog.read>[number]): HTMLElement | null {
  if (from instanceof HTMLElement && from.isConnected) return from
  const bookmark = document.querySelector<HTMLElement>(`[data-bookmark="${post.id}"]`)
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  return bookmark ?? heading
}
