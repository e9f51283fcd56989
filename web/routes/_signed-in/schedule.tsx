import { createFileRoute } from '@tanstack/react-router'
import { ownScheduleQuery } from '#web/features/schedules/queries.ts'
import { ScheduleEditor } from '#web/features/schedules/schedule-editor.tsx'

export const Route = createFileRoute('/_signed-in/schedule')({
  // Not awaited: the page shows a placeholder, and reports its own failures.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(ownScheduleQuery)
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
