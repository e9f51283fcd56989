import { Clock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** Opens the modal editor; its code loads on the first press. */
export function EditHours() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Clock aria-hidden="true" className="size-4" />
        Edit hours
      </Button>
      <ScheduleDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
