import { Panel } from '#web/ui/panel.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'

/** Taking one's data along, and deleting one's account. */
export function AccountData() {
  return (
    <>
      <Panel
        anchor="export"
        title="Export your data"
        description="One ZIP archive with everything you did on Ignite and the files you uploaded."
      >
        <ExportData />
      </Panel>
      <Panel
        anchor="delete"
        title="Delete your account"
        description="The account closes at once, and what was yours is removed for good."
      >
        <DeleteAccount />
      </Panel>
    </>
  )
}
