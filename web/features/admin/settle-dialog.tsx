import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { admin, adminTexts, type ProblemCase } from '#shared/api/admin.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { firstNameOf } from '#web/features/booking/first-name.ts'
import { ReasonChoice } from '#web/features/trust/reason-choice.tsx'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountInput } from './amount-input.tsx'
import { amountFault, asDollars, effectOf, leftOf } from './settle-words.ts'

type Outcome = 'all' | 'part' | 'none'

/** Decides a reported problem, and says first what that does to the student's money and the tutor's. */
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
  const form = useId()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const left = leftOf(problem)
  const [student, tutor] = [firstNameOf(problem.student.name), firstNameOf(problem.tutor.name)]
  const amountError = outcome === 'part' ? amountFault(amount, left) : undefined
  const parsed = z.safeParse(adminTexts.reason, reason)
  const effect = outcome && effectOf(problem, outcome, amount, { student, tutor })
  const settle = useMutation({
    mutationKey: [admin.settleProblem.path, problem.booking_id],
    mutationFn: (decided: { outcome: Outcome; reason: string }) =>
      call(admin.settleProblem, {
        body: {
          bookingId: problem.booking_id,
          ...decided,
          ...(decided.outcome === 'part' && { amount: asDollars(amount) }),
        },
      }),
    onSuccess: () => {
      toast.success(`The problem is settled. ${student} and ${tutor} are told.`)
      onClose()
    },
    // What another operator did meanwhile shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.problems.path] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (outcome === null || amountError || !parsed.success || settle.isPending) return
    settle.mutate({ outcome, reason: parsed.data })
  }

  return (
    <Dialog
      open={open}
      onClose={() => !settle.isPending && onClose()}
      title="Settle this problem"
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button
            variant={outcome === 'none' ? 'primary' : 'danger'}
            type="submit"
            form={form}
            pending={settle.isPending}
          >
            {outcome === 'none' ? 'Settle' : 'Give back and settle'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ReasonChoice
          question={`What goes back to ${student}?`}
          reasons={{
            all: `Everything that is left: ${formatDollars(left)}`,
            part: 'A part of it',
            none: 'Nothing',
          }}
          value={outcome}
          onChange={setOutcome}
          error={checked && outcome === null ? 'Choose what goes back.' : undefined}
        />
        {outcome === 'part' && (
          <Field label="Amount" required error={checked ? amountError : undefined}>
            {control => <AmountInput {...control} value={amount} onChange={setAmount} />}
          </Field>
        )}
        <p aria-live="polite" className="rounded-10 bg-sunken px-4 py-3 text-14 empty:hidden">
          {effect}
        </p>
        <Field
          label="Reason"
          required
          hint={`${student} and ${tutor} both read this, by mail and on the booking’s page.`}
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
