import { Plus } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useCreateEntries } from './use-create-entries.tsx'

export function CreateMenu() {
  return (
    <Menu
      entries={useCreateEntries()}
      trigger={props => (
        <button {...props} className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden="true" className="size-4" />
          Create
        </button>
      )}
    />
  )
}
