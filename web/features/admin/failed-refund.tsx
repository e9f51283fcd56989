import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { admin, adminTexts } from '#shared/api/admin.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type Failed = CallOutput<typeof admin.money>['failed_refunds'][number]

/**
 * What can be done about a failed refund: retry it, or record how the student got the money by other means.
 */
export function FailedRefund({ refund }: { refund: Failed }) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const amount = dollarsText(refund.amount)
  const retry = useMutation({
    mutationKey: [admin.retryRefund.path, refund.id],
    mutationFn: () => call(admin.retryRefund, { body: { id: refund.id } }),
    onSuccess: () => toast.success(`We sent ${amount} again. If it fails, it will show up here again.`),
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
          aria-label={`Paid another way: ${amount}, ${refund.reason}`}
          onClick={() => setOpen(true)}
        >
          Paid another way…
        </Button>
      </div>
      <FailureText className="mt-1">{retry.isError && problemText(retry.error)}</FailureText>
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
  const queryClient = useQueryClient()
  const amount = dollarsText(refund.amount)
  const settle = useMutation({
    mutationKey: [admin.settleRefund.path, refund.id],
    mutationFn: (reason: string) => call(admin.settleRefund, { body: { id: refund.id, reason } }),
    onSuccess: () => {
      toast.success(`${amount} is settled. We let the student know.`)
      onClose()
    },
    // Another operator's change shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.money.path] }),
  })
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: faultOf(adminTexts.otherMeans, reason) }),
    sending: settle,
    onSubmit: ({ reason }) => settle.mutate(reason.trim()),
  })

  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Paid another way"
      action="The student has the money"
      finalFocus={finalFocus}
      reason={{
        label: 'How the student was paid',
        hint: 'The student will see this on Ignite and by email.',
        ...form.field('reason'),
      }}
    >
      <p className="rounded-10 bg-sunken px-4 py-3 text-14">
        Confirm this once the student has the {amount}. We won’t send anything to their card, and the money at
        the payment provider stays with the platform.
      </p>
    </ReasonDialog>
  )
}
