import { ScheduleEditor } from './schedule-editor.tsx'

export function SchedulePage() {
  return (
    <>
      <h1 className="text-28">Schedule</h1>
      <ScheduleEditor />
    </>
  )
}
