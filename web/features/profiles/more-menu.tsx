import { Ban, Ellipsis, Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '#shared/api/profiles.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('#web/features/trust/report-dialog.tsx')).ReportDialog,
}))
const BlockDialog = lazy(async () => ({
  default: (await import('#web/features/trust/block-dialog.tsx')).BlockDialog,
}))

/** What one rarely does with another's profile: report it, or block the person. */
export function MoreMenu({ profile }: { profile: Profile }) {
  const [asked, setAsked] = useState<'report' | 'block' | null>(null)
  // Once opened it stays, so that it can be seen closing.
  const [seen, setSeen] = useState({ report: false, block: false })
  const ask = (what: 'report' | 'block') => {
    setSeen({ ...seen, [what]: true })
    setAsked(what)
  }
  return (
    <>
      <Menu
        entries={[
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
        ]}
        trigger={props => (
          <IconButton {...props} label="More">
            <Ellipsis aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </IconButton>
        )}
      />
      <Suspense>
        {seen.report && (
          <ReportDialog
            subject={{ person: profile }}
            open={asked === 'report'}
            onClose={() => setAsked(null)}
          />
        )}
        {seen.block && (
          <BlockDialog person={profile} open={asked === 'block'} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </>
  )
}
