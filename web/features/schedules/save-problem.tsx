import { sendingText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { ScheduleDraft } from './use-schedule-draft.ts'

/** Why a schedule couldn't be saved; if another device was first, the options that lose neither version. */
export function SaveProblem({ edit }: { edit: ScheduleDraft }) {
  if (edit.bringBack) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-accent-wash px-4 py-3 text-14">
        <p role="status">This is the newer schedule. We kept yours.</p>
        <Button size="sm" onClick={edit.bringBack}>
          Restore mine
        </Button>
      </div>
    )
  }
  const text = edit.error && sendingText(edit.error)
  if (!text) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-negative-wash px-4 py-3 text-14">
      <p role="alert" className="min-w-0 flex-1 basis-64 font-medium text-negative">
        {text}
      </p>
      {edit.conflict && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={edit.saveOver}
            pending={edit.loading === 'save over'}
            disabled={edit.loading !== null}
          >
            Save mine instead
          </Button>
          <Button
            size="sm"
            onClick={edit.loadNewer}
            pending={edit.loading === 'show'}
            disabled={edit.loading !== null}
          >
            Load the newer one
          </Button>
        </div>
      )}
    </div>
  )
}
