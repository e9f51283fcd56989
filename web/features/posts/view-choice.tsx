import { ViewToggle } from '#web/ui/view-toggle.tsx'
import { useFeedView } from './use-feed-view.ts'

/** Posts as tiles or as a list. */
export function ViewChoice() {
  const { view, choose } = useFeedView()
  return <ViewToggle label="Show posts as" view={view} onChoose={choose} />
}
