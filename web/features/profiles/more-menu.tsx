import { Ellipsis } from 'lucide-react'
import type { Profile } from '#shared/api/profiles.ts'
import { useReportOrBlock } from '#web/features/trust/use-report-or-block.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** What one rarely does with another's profile: report it, or block the person. */
export function MoreMenu({ profile }: { profile: Profile }) {
  const { entries, dialogs } = useReportOrBlock({ person: profile })
  return (
    <>
      <Menu
        entries={entries}
        trigger={props => (
          <IconButton {...props} label="More">
            <Ellipsis aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </IconButton>
        )}
      />
      {dialogs}
    </>
  )
}
