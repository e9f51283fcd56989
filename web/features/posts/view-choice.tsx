import { ViewToggle } from '#web/ui/view-toggle.tsx'
import { useFeedView } from './use-feed-view.ts'

/** Tiles or list, if the screen is wide enough for a choice. */
export function ViewChoice() {
  const { view, wide, choose } = useFeedView()
  return wide ? <ViewToggle label="Show posts as" view={view} onChoose={choose} /> : null
}
