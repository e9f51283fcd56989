import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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

export type Failed = CallOutput<typeof admin.money>['failed_refunds'][number]

/**
 * What can be done about a failed refund: retry it, or record how the student got the money by other means.
 */
export function FailedRefund({
  refund,
  onRetried,
  onSettle,
}: {
  refund: Failed
  /** The refund leaves the list. */
  onRetried: () => void
  onSettle: () => void
}) {
  const queryClient = useQueryClient()
  const amount = dollarsText(refund.amount)
  const about = `${amount} to ${refund.student.name}, ${refund.reason}`
  const retry = useMutation({
    mutationKey: [admin.retryRefund.path, refund.id],
    mutationFn: () => call(admin.retryRefund, { body: { id: refund.id } }),
    onSuccess: () => {
      toast.success(`We sent ${amount} again. If it fails, it will show up here again.`)
      onRetried()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.money.path] }),
  })
  return (
    <>
      {isClosed(refund) && (
        <p className="mt-2 text-14">
          This account is deleted. The payment at the provider has the email address that was given at
          checkout.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Try again: ${about}`}
          pending={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Try again
        </Button>
        <Button
          id={settleButtonId(refund)}
          size="sm"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`Paid another way: ${about}`}
          onClick={onSettle}
        >
          Paid another way…
        </Button>
      </div>
      <FailureText className="mt-1">{retry.isError && problemText(retry.error)}</FailureText>
    </>
  )
}

/** Then nobody is told how the money is paid. */
const isClosed = ({ student_email }: Failed) => student_email === null

const settleButtonId = ({ id }: Failed) => `settle-refund-${id}`

/** Asks how the student got the money of a failed refund. */
export function SettleRefundDialog({
  refund,
  open,
  onClose,
  listHeading,
}: {
  refund: Failed
  open: boolean
  onClose: () => void
  /** Gets the focus once the refund has left the list. */
  listHeading: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  const settled = useRef(false)
  const amount = dollarsText(refund.amount)
  const settle = useMutation({
    mutationKey: [admin.settleRefund.path, refund.id],
    mutationFn: (reason: string) => call(admin.settleRefund, { body: { id: refund.id, reason } }),
    onSuccess: () => {
      settled.current = true
      toast.success(
        isClosed(refund) ? `${amount} is settled.` : `${amount} is settled. We let the student know.`,
      )
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
      finalFocus={() =>
        (settled.current ? null : document.getElementById(settleButtonId(refund))) ?? listHeading()
      }
      reason={{
        label: 'How the student was paid',
        hint: isClosed(refund)
          ? 'Only operators will see this, in the audit log.'
          : 'The student will see this on Ignite and by email.',
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
