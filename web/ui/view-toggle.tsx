import { LayoutGrid, Rows3 } from 'lucide-react'
import { Segmented } from './segmented.tsx'

type View = 'tiles' | 'list'

/**
 * Cards as tiles or as a list; hidden while the list has none, and on narrow screens, which only have room for tiles. A server that
 * draws the page draws it too, as it doesn't know the screen.
 */
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
    <div className="flex shrink-0 max-md:hidden group-has-data-empty/list:invisible">
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
    </div>
  )
}
