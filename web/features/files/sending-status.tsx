import { sizeText } from '#web/lib/size-text.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { percent, progressText } from './progress-text.ts'
import { isRefused, overallShare, type UploadRecord } from './upload-record.ts'

/** The progress of sending, and a way to stop it: in a dialog's footer, before the button that sends. */
export function SendingStatus({
  records,
  onCancel,
}: {
  records: readonly UploadRecord[]
  onCancel: () => void
}) {
  const online = useOnline()
  const going = records.filter(record => !isRefused(record))
  const current = going.find(record => record.state.is !== 'posted') ?? going[0]
  if (!current) return null
  const share = overallShare(records)
  const posted = going.filter(record => record.state.is === 'posted').length
  const finishing = going.every(({ state }) => state.is === 'posted' || isFinishing(state))
  return (
    <>
      <div className="mb-1 w-full">
        <Progress label="Upload" value={share * 100} />
      </div>
      <div className="min-w-0 flex-1 self-center">
        <p role="status" className="text-14 font-medium">
          {online ? progressText(current) : 'You’re offline. Your upload will start when you’re back online.'}
        </p>
        <p className="truncate text-12 text-ink-faint">
          <span className="figures">{percent(share)}</span>
          {' · '}
          {going.length > 1 ? `${posted} of ${going.length} posted` : sizeText(current.size)}
        </p>
      </div>
      <Button onClick={onCancel} disabled={finishing} className="self-center">
        Cancel
      </Button>
    </>
  )
}

/** The post is being created; after a cancellation nobody could tell whether it was. */
function isFinishing(state: UploadRecord['state']): boolean {
  return state.is === 'sending' && state.step.step === 'uploaded'
}
