import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { leastWithdrawalCents, wallets } from '#shared/api/wallets.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { centsOf, typedCents } from './amounts.ts'
import { arrivalText } from './arrival-text.ts'
import { atLeast } from './at-least.ts'
import { bankText } from './bank-text.ts'
import { refreshWallet } from './queries.ts'

/** How long a withdrawal is shown to be under way at least. */
const pendingMs = 2_000

/** Sends money of the wallet to the bank: how much, that it can't be undone, and the tick by which one confirms it. */
export function WithdrawDialog({
  open,
  onClose,
  available,
  account,
  finalFocus,
}: {
  open: boolean
  onClose: () => void
  available: string
  account: PayoutAccount
  finalFocus: (changed: boolean) => HTMLElement | null
}) {
  const form = useId()
  const queryClient = useQueryClient()
  // One a form: what is sent again, after an answer was lost, is the same withdrawal.
  const [id] = useState(randomUuid)
  // As it was when the form was opened: what is sent again may have left the balance by now. The server decides.
  const [availableThen] = useState(available)
  const [typed, setTyped] = useState(available)
  const [confirmed, setConfirmed] = useState(false)
  const [checked, setChecked] = useState(false)
  const cents = typedCents(typed)
  const fault = faultOf(cents, centsOf(availableThen))
  const bank = bankText(account)
  const withdrawn = useRef(false)

  const withdraw = useMutation({
    mutationKey: [wallets.withdraw.path, id],
    mutationFn: (amount: string) =>
      atLeast(pendingMs, call(wallets.withdraw, { body: { id, amount, confirm: true } })),
    onSuccess: ({ withdrawal }) => {
      withdrawn.current = true
      toast.success(`${formatDollars(centsOf(withdrawal.amount))} is on its way to ${bank}. ${arrivalText}`)
      onClose()
    },
    onSettled: () => void refreshWallet(queryClient),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (confirmed && cents !== null && !fault && !withdraw.isPending) withdraw.mutate(centsToDecimal(cents))
  }

  return (
    <Dialog
      open={open}
      onClose={() => !withdraw.isPending && onClose()}
      finalFocus={() => finalFocus(withdrawn.current)}
      size="sm"
      title="Withdraw"
      description={`To ${bank}.`}
      footer={
        <>
          <Button onClick={onClose} disabled={withdraw.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={!confirmed}
            pending={withdraw.isPending}
          >
            {withdraw.isPending ? 'Withdrawing…' : 'Withdraw'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Amount in US dollars"
          hint={`${formatDollars(Math.max(0, centsOf(availableThen)))} is available.`}
          error={checked || cents !== null ? fault : undefined}
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
                value={typed}
                inputMode="decimal"
                autoComplete="off"
                disabled={withdraw.isPending}
                onChange={event => {
                  setTyped(event.target.value)
                  // Another amount has to be confirmed anew.
                  setConfirmed(false)
                }}
                onBlur={() => setChecked(true)}
                className="pl-7 tabular-nums"
              />
            </span>
          )}
        </Field>
        <p className="rounded-10 bg-sunken px-4 py-3 text-14 text-ink-soft">
          A withdrawal can’t be undone: once it is on its way, it can’t be called back. {arrivalText}
        </p>
        <Checkbox
          checked={confirmed}
          disabled={withdraw.isPending}
          onChange={event => setConfirmed(event.target.checked)}
        >
          I confirm that {cents === null || fault ? 'this amount' : formatDollars(cents)} is sent to {bank}.
        </Checkbox>
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {withdraw.isError && failureText(withdraw.error)}
        </p>
      </form>
    </Dialog>
  )
}

/** Without an answer it may have been withdrawn all the same. */
function failureText(error: Error): string {
  const refused = error instanceof ProblemError && error.status >= 400 && error.status < 500
  return refused
    ? `Nothing was withdrawn. ${error.detail}`
    : `${problemText(error)} Sent again from here, it is withdrawn once at most.`
}

/** What is wrong with an amount, in words. */
function faultOf(cents: number | null, available: number): string | undefined {
  if (cents === null) return 'Write an amount in dollars, such as 25 or 25.50.'
  if (cents < leastWithdrawalCents) return `Withdraw at least ${formatDollars(leastWithdrawalCents)}.`
  if (cents > available) return `You have ${formatDollars(Math.max(0, available))} to withdraw.`
  return undefined
}
