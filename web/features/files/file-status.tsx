import { Check } from 'lucide-react'
import { pdfChangesText } from '#shared/domain/pdf-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { fileProblemText } from './problem-advice.ts'
import { stateText } from './progress-text.ts'
import { isProcessing, isRefused, sentShare, type UploadRecord } from './upload-record.ts'

/** A file's status, and if it failed, why and what to do. */
export function FileStatus({ record, onRetry }: { record: UploadRecord; onRetry: () => void }) {
  const { state } = record
  if (state.is === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-1.5">
        <p className="text-12 font-medium text-negative">{fileProblemText(state.problem)}</p>
        {!isRefused(record) && (
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center gap-1.5 text-12 text-ink-faint">
        {isProcessing(record) && <Spinner className="size-3" />}
        {state.is === 'posted' && <Check aria-hidden="true" className="size-3.5 text-positive" />}
        {stateText(record)}
      </p>
      {state.is === 'posted' && pdfChangesText(state.changes) && (
        <p className="text-12 text-ink-soft">{pdfChangesText(state.changes)}</p>
      )}
      {state.is === 'sending' && (
        <Progress label={`Sending ${record.defaultName}`} value={sentShare(record) * 100} />
      )}
    </div>
  )
}
