import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { ScheduleDraft } from './use-schedule-draft.ts'

/** Why a schedule couldn't be saved; where another device came first, what can be done, without losing either. */
export function SaveProblem({ edit }: { edit: ScheduleDraft }) {
  if (edit.bringBack) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-accent-wash px-4 py-3 text-14">
        <p role="status">This is the newer schedule. What you had is kept.</p>
        <Button size="sm" onClick={edit.bringBack}>
          Bring back mine
        </Button>
      </div>
    )
  }
  if (!edit.error) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-negative-wash px-4 py-3 text-14">
      <p role="alert" className="min-w-0 flex-1 basis-64 font-medium text-negative">
        {problemText(edit.error)}
      </p>
      {edit.conflict && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={edit.saveOver}>
            Save mine over it
          </Button>
          <Button size="sm" onClick={edit.loadNewer} pending={edit.loading}>
            Load the newer one
          </Button>
        </div>
      )}
    </div>
  )
}
