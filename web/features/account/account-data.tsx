import { Panel } from '#web/ui/panel.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'

/** Exporting the person's data, and deleting the account. */
export function AccountData() {
  return (
    <>
      <Panel
        anchor="export"
        title="Export your data"
        description="A ZIP file with everything you did on Ignite and the files you uploaded."
      >
        <ExportData />
      </Panel>
      <Panel
        anchor="delete"
        title="Delete your account"
        description="We close your account right away and permanently delete everything in it."
      >
        <DeleteAccount />
      </Panel>
    </>
  )
}
