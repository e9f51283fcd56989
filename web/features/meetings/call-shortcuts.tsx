import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const shortcuts: [key: string, what: string][] = [
  ['M', 'Mute or unmute'],
  ['V', 'Turn the camera on or off'],
  ['S', 'Share your screen, or stop it'],
  ['H', 'Raise or lower your hand'],
  ['C', 'Chat'],
  ['P', 'People'],
  ['B', 'Board'],
  ['L', 'Grid or speaker view'],
  ['?', 'Show these shortcuts'],
]

/** The keyboard shortcuts of a call, off while a person types. */
export function CallShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {shortcuts.map(([key, what]) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2 text-14">
            <dt>{what}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
