import { useState } from 'react'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Lists the keyboard shortcuts when somebody presses `?`. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} />
}
