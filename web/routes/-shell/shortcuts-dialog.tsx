import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const groups: [string, [keys: string[], what: string][]][] = [
  [
    'Everywhere',
    [
      [['?'], 'Show these shortcuts'],
      [['Alt', 'T'], 'Go to the notice below, such as to undo'],
    ],
  ],
  [
    'Outside a document',
    [
      [['Ctrl', 'K'], 'Find anything, or go anywhere'],
      [['/'], 'Search'],
    ],
  ],
  [
    'In a document',
    [
      [['←', '→'], 'Previous or next page'],
      [['+', '−'], 'Zoom in or out'],
      [['Ctrl', 'F'], 'Find in the document'],
      [['M'], 'Move mode: drag the page'],
      [['Esc'], 'Close'],
    ],
  ],
]

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
      {groups.map(([heading, shortcuts]) => (
        <section key={heading} className="mt-2 not-first:mt-6">
          <h3 className="font-sans text-12 font-medium tracking-normal text-ink-faint">{heading}</h3>
          <dl className="mt-1 divide-y divide-line">
            {shortcuts.map(([keys, what]) => (
              <div key={what} className="flex items-center justify-between gap-4 py-2 text-14">
                <dt>{what}</dt>
                <dd className="flex gap-1">
                  {keys.map(key => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
