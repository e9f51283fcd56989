import { ViewToggle } from '#web/ui/view-toggle.tsx'
import { useFeedView } from './use-feed-view.ts'

/** Tiles or list, where the screen is wide enough to choose. */
export function ViewChoice() {
  const { view, wide, choose } = useFeedView()
  return wide ? <ViewToggle label="Show posts as" view={view} onChoose={choose} /> : null
}
