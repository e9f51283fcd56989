import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { admin, adminTexts, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ActName, acts } from './acts.ts'

/** Confirms an act: names what is lost, and takes the reason that the person concerned will read. */
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
  /** What has the focus once the dialog is gone. */
  finalFocus: () => HTMLElement | null
}) {
  const act = acts[name]
  const form = useId()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const [settle, setSettle] = useState(true)
  const settles = act.settles && report.state === 'open' && settle
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const parsed = z.safeParse(adminTexts.reason, reason)
  const fault = act.reasoned && checked && !parsed.success ? parsed.error.issues[0]?.message : undefined

  const run = useMutation({
    mutationKey: ['admin', name, report.id],
    mutationFn: async () => {
      await act.run(report, reason.trim())
      if (settles) await uphold(report.id)
    },
    onSuccess: () => {
      toast.success(act.done(report))
      onDone(settles)
      onClose()
    },
    // What another operator did meanwhile shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.reports.path] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if ((act.reasoned && !parsed.success) || run.isPending) return
    run.mutate()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={act.title}
      initialFocus={act.reasoned ? reasonField : undefined}
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={act.reasoned ? 'danger' : 'primary'}
            type="submit"
            form={form}
            pending={run.isPending}
          >
            {act.label}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 wrap-anywhere text-ink-soft">{act.means(report)}</p>
        {act.reasoned && (
          <Field
            label="Reason"
            required
            hint={`${report.person?.name ?? 'The person concerned'} reads this, by mail and on Ignite.`}
            error={fault}
          >
            {control => (
              <Textarea
                {...control}
                ref={reasonField}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        {act.settles && report.state === 'open' && (
          <label className="flex cursor-pointer items-center gap-2.5 text-14 touch-target">
            <input
              type="checkbox"
              checked={settle}
              onChange={event => setSettle(event.target.checked)}
              className="size-4 accent-accent"
            />
            {report.alike > 1 ? `Uphold the ${report.alike} reports about it` : 'Uphold the report'}
          </label>
        )}
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {run.isError && problemText(run.error)}
        </p>
      </form>
    </Dialog>
  )
}

/** Another operator may have closed the report in the same moment; what was asked for is done all the same. */
async function uphold(id: string): Promise<void> {
  try {
    await call(admin.closeReport, { body: { id, outcome: 'upheld' } })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'conflict')) throw error
  }
}
