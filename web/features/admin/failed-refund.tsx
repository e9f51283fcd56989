import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { admin, adminTexts } from '#shared/api/admin.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { dollarsText } from '#web/features/booking/dollars-text.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'

type Failed = CallOutput<typeof admin.money>['failed_refunds'][number]

/** What can be done about a refund that failed: try it again, or say how the student got the money by other means. */
export function FailedRefund({ refund }: { refund: Failed }) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const amount = dollarsText(refund.amount)
  const retry = useMutation({
    mutationKey: [admin.retryRefund.path, refund.id],
    mutationFn: () => call(admin.retryRefund, { body: { id: refund.id } }),
    onSuccess: () => toast.success(`${amount} is sent anew. If it fails again, it comes back to this list.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.money.path] }),
  })
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Try again: ${amount}, ${refund.reason}`}
          pending={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Try again
        </Button>
        <Button
          ref={button}
          size="sm"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`Paid by other means: ${amount}, ${refund.reason}`}
          onClick={() => setOpen(true)}
        >
          Paid by other means…
        </Button>
      </div>
      <p role="alert" className="mt-1 text-14 font-medium text-negative empty:hidden">
        {retry.isError && problemText(retry.error)}
      </p>
      <SettleRefundDialog
        refund={refund}
        open={open}
        onClose={() => setOpen(false)}
        finalFocus={() => button.current}
      />
    </>
  )
}

function SettleRefundDialog({
  refund,
  open,
  onClose,
  finalFocus,
}: {
  refund: Failed
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const form = useId()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const amount = dollarsText(refund.amount)
  const parsed = z.safeParse(adminTexts.otherMeans, reason)
  const settle = useMutation({
    mutationKey: [admin.settleRefund.path, refund.id],
    mutationFn: (how: string) => call(admin.settleRefund, { body: { id: refund.id, reason: how } }),
    onSuccess: () => {
      toast.success(`${amount} is settled. The student is told.`)
      onClose()
    },
    // What another operator did meanwhile shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.money.path] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!parsed.success || settle.isPending) return
    settle.mutate(parsed.data)
  }

  return (
    <Dialog
      open={open}
      onClose={() => !settle.isPending && onClose()}
      title="Paid by other means"
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} pending={settle.isPending}>
            The student has the money
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="rounded-10 bg-sunken px-4 py-3 text-14">
          Say this once the student has the {amount}. Nothing is sent to their card any more, and what lies at
          the payment provider for them is the platform’s.
        </p>
        <Field
          label="How they got it"
          required
          hint="The student reads this, by mail and on Ignite."
          error={checked && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        >
          {control => (
            <Textarea {...control} value={reason} onChange={event => setReason(event.target.value)} />
          )}
        </Field>
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {settle.isError && problemText(settle.error)}
        </p>
      </form>
    </Dialog>
  )
}
