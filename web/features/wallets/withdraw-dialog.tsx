import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { leastWithdrawalCents, wallets } from '#shared/api/wallets.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { call } from '#web/lib/api.ts'
import { atLeast } from '#web/lib/at-least.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { centsOf, typedCents } from './amounts.ts'
import { arrivalText } from './arrival-text.ts'
import { bankText } from './bank-text.ts'
import { refreshWallet } from './queries.ts'

/** The minimum time that a withdrawal shows as pending. */
const pendingMs = 2_000

/**
 * Withdraws money to the bank: the amount, the note that it can't be undone, and the checkbox to confirm it.
 */
export function WithdrawDialog({
  id,
  open,
  onClose,
  unsure,
  onUnsure,
  available,
  account,
  finalFocus,
}: {
  /** Of the withdrawal: a retry after a lost answer is the same one. */
  id: string
  open: boolean
  onClose: () => void
  /** Whether an attempt without an answer may have gone through: only the same withdrawal is safe to try again. */
  unsure: boolean
  onUnsure: (unsure: boolean) => void
  available: string
  account: PayoutAccount
  finalFocus: (changed: boolean) => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  // The balance when the form was opened: a retried withdrawal may have left the balance by now. The server
  // decides.
  const [availableThen] = useState(available)
  const [untouched, setUntouched] = useState(false)
  const most = Math.max(0, centsOf(untouched ? available : availableThen))
  const [left, setLeft] = useState(false)
  const bank = bankText(account)
  const withdrawn = useRef(false)

  const withdraw = useMutation({
    mutationKey: [wallets.withdraw.path, id],
    mutationFn: (amount: string) =>
      atLeast(pendingMs, call(wallets.withdraw, { body: { id, amount, confirm: true } })),
    onSuccess: ({ withdrawal }) => {
      withdrawn.current = true
      onUnsure(false)
      toast.success(`${formatDollars(centsOf(withdrawal.amount))} is on its way to ${bank}. ${arrivalText}`)
      onClose()
    },
    onError: error => {
      if (mayHaveHappened(error)) onUnsure(true)
      // The server looks for this withdrawal before it refuses one: no attempt went through.
      else if (error instanceof ProblemError && error.code === 'conflict') {
        onUnsure(false)
        setUntouched(true)
      }
    },
    onSettled: () => void refreshWallet(queryClient),
  })

  const form = useForm({
    initial: { amount: available, confirmed: false },
    check: ({ amount }) => ({ amount: amountFault(typedCents(amount), most) }),
    atOnce: ['amount'],
    sending: withdraw,
    onSubmit: ({ amount }) => withdraw.mutate(centsToDecimal(typedCents(amount)!)),
  })
  const { amount, confirmed } = form.values
  const cents = typedCents(amount)
  const fault = form.faultAt('amount')

  return (
    <FormDialog
      form={{ ...form, failure: withdraw.isError ? failureText(withdraw.error, unsure) : undefined }}
      open={open}
      onClose={onClose}
      finalFocus={() => finalFocus(withdrawn.current)}
      size="sm"
      title="Withdraw"
      description={`To ${bank}.`}
      action={withdraw.isPending ? 'Withdrawing…' : 'Withdraw'}
      ready={confirmed}
    >
      <Field
        label="Amount in US dollars"
        hint={`${formatDollars(most)} is available.`}
        error={left || cents !== null ? fault : undefined}
      >
        {control => (
          <span className="relative block">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint"
            >
              $
            </span>
            <Input
              {...control}
              value={amount}
              inputMode="decimal"
              autoComplete="off"
              disabled={withdraw.isPending || unsure}
              // Another amount needs a new confirmation.
              onChange={event => form.set({ amount: event.target.value, confirmed: false })}
              onBlur={() => setLeft(true)}
              className="pl-7 tabular-nums"
            />
          </span>
        )}
      </Field>
      <p className="rounded-10 bg-sunken px-4 py-3 text-14 text-ink-soft">
        You can’t undo or stop a withdrawal. {arrivalText}
      </p>
      <Checkbox
        checked={confirmed}
        disabled={withdraw.isPending}
        onChange={event => form.set({ confirmed: event.target.checked })}
      >
        I confirm the withdrawal of {cents === null || fault ? 'this amount' : formatDollars(cents)} to {bank}
        .
      </Checkbox>
    </FormDialog>
  )
}

function failureText(error: Error, unsure: boolean): string {
  const text = problemText(error)
  return unsure
    ? `${text} It’s safe to try again. We’ll only withdraw it once.`
    : `Nothing was withdrawn. ${text}`
}

/** What is wrong with an amount, in words. */
function amountFault(cents: number | null, available: number): string | undefined {
  if (cents === null) return 'Enter an amount in dollars, such as 25 or 25.50.'
  if (cents < leastWithdrawalCents) return `Withdraw at least ${formatDollars(leastWithdrawalCents)}.`
  if (cents > available) return `You have ${formatDollars(available)} to withdraw.`
  return undefined
}
