import { type ComponentProps, useState } from 'react'
import { admin, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { ActDialog } from './act-dialog.tsx'
import { type ReportActName, reportActs } from './report-acts.ts'

/** Confirms an operator's action on a report, and upholds the report with it unless that is unchecked. */
export function ReportActDialog({
  name,
  report,
  onDone,
  ...dialog
}: {
  name: ReportActName
  report: Report
  onDone: (settled: boolean) => void
} & Pick<ComponentProps<typeof ActDialog>, 'open' | 'onClose' | 'finalFocus'>) {
  const act = reportActs[name]
  const [settle, setSettle] = useState(true)
  const maySettle = act.settles && report.state === 'open'
  const settles = maySettle && settle
  return (
    <ActDialog
      {...dialog}
      act={act}
      thing={report}
      reader={report.person?.name}
      path={admin.reports.path}
      {...(settles && { after: () => uphold(report.id) })}
      onDone={() => onDone(settles)}
      next={
        maySettle && (
          <label className="flex cursor-pointer items-center gap-2.5 text-14 touch-target">
            <input
              type="checkbox"
              checked={settle}
              onChange={event => setSettle(event.target.checked)}
              className="size-4 accent-accent"
            />
            {report.alike > 1 ? `Uphold all ${report.alike} reports about it` : 'Uphold the report'}
          </label>
        )
      }
    />
  )
}

/** Another operator may have closed the report at the same moment; the result is the same. */
async function uphold(id: string): Promise<void> {
  try {
    await call(admin.closeReport, { body: { id, outcome: 'upheld' } })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'conflict')) throw error
  }
}
