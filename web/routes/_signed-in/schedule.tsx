import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { ownScheduleQuery } from '#web/features/schedules/queries.ts'
import { SchedulePage } from '#web/features/schedules/schedule-page.tsx'

export const Route = createFileRoute('/_signed-in/schedule')({
  // Not waited for: the page shows the shape of what is coming, and says itself what failed.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(ownProfileQuery)
    void queryClient.prefetchQuery(ownScheduleQuery)
  },
  head: () => ({ meta: [{ title: 'Schedule' }] }),
  component: SchedulePage,
})
