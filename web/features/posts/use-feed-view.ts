import { keptView, useKeptView } from '#web/lib/use-kept-view.ts'

const feedView = keptView('feed-view')

/** How this person likes posts displayed, stored in their browser. */
export function useFeedView() {
  return useKeptView(feedView)
}
