import { LayoutGrid, Rows3 } from 'lucide-react'
import { Segmented } from './segmented.tsx'

type View = 'tiles' | 'list'

/** Cards as tiles or as a list. */
export function ViewToggle({
  label,
  view,
  onChoose,
}: {
  label: string
  view: View
  onChoose: (view: View) => void
}) {
  return (
    <Segmented
      label={label}
      value={view}
      onChange={onChoose}
      options={[
        {
          value: 'tiles',
          label: 'Tiles',
          icon: <LayoutGrid aria-hidden="true" className="size-4" />,
        },
        {
          value: 'list',
          label: 'List',
          icon: <Rows3 aria-hidden="true" className="size-4" />,
        },
      ]}
    />
  )
}
