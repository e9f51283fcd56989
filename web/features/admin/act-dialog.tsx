import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, adminTexts, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { useForm } from '#web/lib/use-form.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ActName, acts } from './acts.ts'

/**
 * Confirms an operator's action: names what is lost, and asks for the reason that the person concerned will
 * read.
 */
export function ActDialog({
  name,
  report,
  open,
  onClose,
  onDone,
  finalFocus,
}: {
  name: ActName
  report: Report
  open: boolean
  onClose: () => void
  onDone: (settled: boolean) => void
  /** The element that gets the focus after the dialog. */
  finalFocus: () => HTMLElement | null
}) {
  const act = acts[name]
  const queryClient = useQueryClient()
  const [settle, setSettle] = useState(true)
  const settles = act.settles && report.state === 'open' && settle

  const run = useMutation({
    mutationKey: ['admin', name, report.id],
    mutationFn: async (reason: string) => {
      await act.run(report, reason)
      if (settles) await uphold(report.id)
    },
    onSuccess: () => {
      toast.success(act.done(report))
      onDone(settles)
      onClose()
    },
    // Another operator's change shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.reports.path] }),
  })
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: act.reasoned ? faultOf(adminTexts.reason, reason) : undefined }),
    sending: run,
    onSubmit: ({ reason }) => run.mutate(reason.trim()),
  })

  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={onClose}
      title={act.title}
      action={act.label}
      variant={act.reasoned ? 'danger' : 'primary'}
      startsThere={act.reasoned}
      finalFocus={finalFocus}
      reason={
        act.reasoned
          ? {
              label: 'Reason',
              hint: `${report.person?.name ?? 'They'} will see this on Ignite and by email.`,
              ...form.field('reason'),
            }
          : null
      }
      next={
        act.settles &&
        report.state === 'open' && (
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
    >
      <p className="text-14 wrap-anywhere text-ink-soft">{act.means(report)}</p>
    </ReasonDialog>
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
