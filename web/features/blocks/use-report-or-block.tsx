import { Ban, Flag } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'

const ReportDialog = lazyDialog(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)
const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

type Options = Pick<ComponentProps<typeof BlockDialog>, 'person' | 'onBlocked'>

/** The menu items that report or block a person, and their dialogs, to render beside the menu. */
export function useReportOrBlock({ person, onBlocked }: Options): {
  entries: MenuEntry[]
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState<'report' | 'block' | null>(null)
  const close = () => setAsked(null)
  return {
    entries: [
      {
        label: 'Report…',
        icon: <Flag aria-hidden="true" className="size-4" />,
        onSelect: () => setAsked('report'),
      },
      {
        label: 'Block…',
        icon: <Ban aria-hidden="true" className="size-4" />,
        danger: true,
        onSelect: () => setAsked('block'),
      },
    ],
    dialogs: (
      <>
        <ReportDialog subject={{ person }} open={asked === 'report'} onClose={close} />
        <BlockDialog person={person} open={asked === 'block'} onClose={close} onBlocked={onBlocked} />
      </>
    ),
  }
}
