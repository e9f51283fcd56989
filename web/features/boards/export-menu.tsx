import { Download, FileImage, FileText, Shapes } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import type { BoardTools } from './board-tools.ts'

/** Saves the board as a file. */
export function ExportMenu({ tools, title }: { tools: BoardTools | null; title: string }) {
  async function save(kind: 'png' | 'svg' | 'pdf') {
    if (!tools || tools.isEmpty()) return toast.message('There’s nothing on the board yet.')
    try {
      download(await tools[kind](), `${fileNameOf(title)}.${kind}`)
    } catch {
      toast.error('The board couldn’t be exported. Try again.')
    }
  }
  const icon = { 'aria-hidden': true, className: 'size-4' } as const
  return (
    <Menu
      trigger={props => (
        <IconButton {...props} label="Export" disabled={!tools}>
          <Download aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      entries={[
        { label: 'Picture (PNG)', icon: <FileImage {...icon} />, onSelect: () => void save('png') },
        { label: 'Drawing (SVG)', icon: <Shapes {...icon} />, onSelect: () => void save('svg') },
        { label: 'Document (PDF)', icon: <FileText {...icon} />, onSelect: () => void save('pdf') },
      ]}
    />
  )
}

function fileNameOf(title: string): string {
  return title.replaceAll(/[\p{C}"*/:<>?\\|]/gu, '_').slice(0, 80)
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
