import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, adminTexts, type ProblemCase } from '#shared/api/admin.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { typedCents } from '#web/features/wallets/amounts.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountInput } from './amount-input.tsx'
import { amountFault, effectOf, leftOf } from './settle-words.ts'

type Outcome = 'all' | 'part' | 'none'

/** Decides a reported problem, and first shows the effect on the student's and the tutor's money. */
export function SettleDialog({
  problem,
  open,
  onClose,
  finalFocus,
}: {
  problem: ProblemCase
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  const left = leftOf(problem)
  // A colleague may have refunded the rest since the choice was made.
  const possible = (chosen: Outcome | null) => (left === 0 ? 'none' : chosen)
  const [student, tutor] = [firstNameOf(problem.student.name), firstNameOf(problem.tutor.name)]
  const settle = useMutation({
    mutationKey: [admin.settleProblem.path, problem.booking_id],
    mutationFn: (decided: { outcome: Outcome; amount?: string; reason: string }) =>
      call(admin.settleProblem, { body: { bookingId: problem.booking_id, ...decided } }),
    onSuccess: () => {
      toast.success(`The problem is settled. We let ${student} and ${tutor} know.`)
      onClose()
    },
    // Another operator's change shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.problems.path] }),
  })
  const form = useForm({
    initial: { outcome: null as Outcome | null, amount: '', reason: '' },
    check: ({ outcome, amount, reason }) => ({
      outcome: possible(outcome) === null ? 'Choose how much to refund.' : undefined,
      amount: possible(outcome) === 'part' ? amountFault(amount, left) : undefined,
      reason: faultOf(adminTexts.reason, reason),
    }),
    sending: settle,
    onSubmit: ({ amount, reason }) =>
      settle.mutate({
        outcome: outcome!,
        reason: reason.trim(),
        ...(outcome === 'part' && { amount: centsToDecimal(typedCents(amount)!) }),
      }),
  })
  const { amount } = form.values
  const outcome = possible(form.values.outcome)

  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Settle this problem"
      action={outcome === 'none' ? 'Settle' : 'Refund and settle'}
      variant={outcome === 'none' ? 'primary' : 'danger'}
      finalFocus={finalFocus}
      reason={{
        label: 'Reason',
        hint: `${student} and ${tutor} will both see this by email and on the booking page.`,
        ...form.field('reason'),
      }}
    >
      {left > 0 && (
        <Choice
          question={`How much should ${student} get back?`}
          answers={{
            all: `Everything left: ${formatDollars(left)}`,
            part: 'Part of it',
            none: 'Nothing',
          }}
          {...form.field('outcome')}
        />
      )}
      {outcome === 'part' && (
        <Field label="Amount" required error={form.faultAt('amount')}>
          {control => <AmountInput {...control} value={amount} onChange={amount => form.set({ amount })} />}
        </Field>
      )}
      <p aria-live="polite" className="rounded-10 bg-sunken px-4 py-3 text-14 empty:sr-only">
        {outcome && effectOf(problem, outcome, amount, { student, tutor })}
      </p>
    </ReasonDialog>
  )
}
