import { LayoutGrid, Rows3 } from 'lucide-react'
import { Segmented } from '#web/ui/segmented.tsx'
import { useFeedView } from './use-feed-view.ts'

/** Tiles or list, where the screen is wide enough to choose. */
export function ViewChoice() {
  const { view, wide, choose } = useFeedView()
  if (!wide) return null
  return (
    <Segmented
      label="Show posts as"
      value={view}
      onChange={choose}
      options={[
        {
          value: 'tiles',
          label: 'Tiles',
          icon: <LayoutGrid aria-hidden="true" strokeWidth={1.5} className="size-4" />,
        },
        {
          value: 'list',
          label: 'List',
          icon: <Rows3 aria-hidden="true" strokeWidth={1.5} className="size-4" />,
        },
      ]}
    />
  )
}
