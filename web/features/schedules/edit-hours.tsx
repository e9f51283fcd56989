import { Clock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))

/** Opens the modal editor; its code loads on the first press. */
export function EditHours() {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>('unseen')
  return (
    <>
      <Button onClick={() => setDialog('open')}>
        <Clock aria-hidden="true" strokeWidth={1.5} className="size-4" />
        Edit hours
      </Button>
      {dialog !== 'unseen' && (
        <Suspense>
          <ScheduleDialog open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  )
}
