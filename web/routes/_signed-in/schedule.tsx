import { createFileRoute } from '@tanstack/react-router'
import { ownScheduleQuery } from '#web/features/schedules/queries.ts'
import { ScheduleEditor } from '#web/features/schedules/schedule-editor.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'

export const Route = createFileRoute('/_signed-in/schedule')({
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the page shows a placeholder, and reports its own failures.
    void queryClient.prefetchQuery(ownScheduleQuery)
    await prepareTemporal()
  },
  head: () => ({ meta: [{ title: 'Schedule' }] }),
  component: Schedule,
})

function Schedule() {
  return (
    <>
      <h1 className="text-28">Schedule</h1>
      <ScheduleEditor />
    </>
  )
}
