import { Ban, Flag } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuEntry } from '#web/ui/menu.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
}))
const BlockDialog = lazy(async () => ({
  default: (await import('./block-dialog.tsx')).BlockDialog,
}))

type Options = Pick<ComponentProps<typeof BlockDialog>, 'person' | 'onBlocked'>

/** The menu items that report or block a person, and their dialogs, to render beside the menu. */
export function useReportOrBlock({ person, onBlocked }: Options): {
  entries: MenuEntry[]
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState<'report' | 'block' | null>(null)
  // Once opened it stays mounted, so that its closing animation shows.
  const [seen, setSeen] = useState({ report: false, block: false })
  const ask = (what: 'report' | 'block') => {
    setSeen({ ...seen, [what]: true })
    setAsked(what)
  }
  const close = () => setAsked(null)
  return {
    entries: [
      {
        label: 'Report…',
        icon: <Flag aria-hidden="true" strokeWidth={1.5} className="size-4" />,
        onSelect: () => ask('report'),
      },
      {
        label: 'Block…',
        icon: <Ban aria-hidden="true" strokeWidth={1.5} className="size-4" />,
        danger: true,
        onSelect: () => ask('block'),
      },
    ],
    dialogs: (
      <Suspense>
        {seen.report && <ReportDialog subject={{ person }} open={asked === 'report'} onClose={close} />}
        {seen.block && (
          <BlockDialog person={person} open={asked === 'block'} onClose={close} onBlocked={onBlocked} />
        )}
      </Suspense>
    ),
  }
}
