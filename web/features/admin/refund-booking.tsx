import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { admin, adminTexts, type BookingToRefund } from '#shared/api/admin.ts'
import { uuid } from '#shared/api/fields.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { centsOf, typedCents } from '#web/features/wallets/amounts.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountInput } from './amount-input.tsx'
import { BookingFacts } from './booking-to-refund.tsx'
import { bookingToRefundQuery } from './queries.ts'
import { amountFault, leftOf, refundEffectOf } from './settle-words.ts'

/** Opens the form for refunding a booking. */
export function RefundBooking() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [time, setTime] = useState(0)
  const [unsure, setUnsure] = useState(false)
  function start() {
    // A refund that may have been made stays the same one, however often its form is opened.
    if (!unsure) setTime(time + 1)
    setOpen(true)
  }
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={start}>
        Refund a booking…
      </Button>
      <RefundDialog
        key={time}
        open={open}
        onClose={() => setOpen(false)}
        unsure={unsure}
        onUnsure={setUnsure}
        finalFocus={() => button.current}
      />
    </>
  )
}

function RefundDialog({
  open,
  onClose,
  unsure,
  onUnsure,
  finalFocus,
}: {
  open: boolean
  onClose: () => void
  /** Whether an attempt without an answer may have been made: only the same refund is safe to try again. */
  unsure: boolean
  onUnsure: (unsure: boolean) => void
  finalFocus: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  // One per form: a retry after a lost answer is the same refund.
  const [id] = useState(randomUuid)
  const refund = useMutation({
    mutationKey: [admin.refundBooking.path],
    mutationFn: (body: { bookingId: string; amount: string; reason: string }) =>
      call(admin.refundBooking, { body: { id, ...body } }),
    onSuccess: (_, { amount }) => {
      onUnsure(false)
      toast.success(`${formatDollars(centsOf(amount))} is on its way back. We let both people know.`)
      onClose()
    },
    onError: error => {
      if (mayHaveHappened(error)) onUnsure(true)
      // The server looks for this refund before it refuses one: no attempt went through.
      else if (error instanceof ProblemError && ['conflict', 'not_found'].includes(error.code))
        onUnsure(false)
    },
    onSettled: () =>
      Promise.all(
        [admin.money.path, admin.booking.path].map(path =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  })
  /** What is left to refund of a booking that was read. */
  function leftOfRead(typed: string): number | undefined {
    const read = queryClient.getQueryData(bookingToRefundQuery(typed.trim()).queryKey)
    return read && leftOf(read)
  }
  const form = useForm({
    initial: { bookingId: '', amount: '', reason: '' },
    check: ({ bookingId, amount, reason }) => ({
      bookingId: faultOf(uuid, bookingId.trim()) && 'That isn’t a booking number.',
      amount: amountFault(amount, unsure ? undefined : leftOfRead(bookingId)),
      reason: faultOf(adminTexts.reason, reason),
    }),
    sending: refund,
    onSubmit: ({ bookingId, amount, reason }) =>
      refund.mutate({
        bookingId: bookingId.trim(),
        amount: centsToDecimal(typedCents(amount)!),
        reason: reason.trim(),
      }),
  })
  const number = form.values.bookingId.trim()
  const isNumber = faultOf(uuid, number) === undefined
  const { data: booking, error: unread } = useQuery({
    ...bookingToRefundQuery(number),
    enabled: open && isNumber,
  })
  const obstacle = booking && !unsure ? obstacleTo(booking) : null

  return (
    <ReasonDialog
      form={{ ...form, failure: refund.isError ? failureText(refund.error, unsure) : undefined }}
      open={open}
      onClose={onClose}
      title="Refund a booking"
      action="Refund"
      variant="danger"
      // Nobody refunds a booking that they haven't seen.
      ready={unsure || !isNumber || (booking !== undefined && obstacle === null)}
      finalFocus={finalFocus}
      reason={{
        label: 'Reason',
        hint: 'The student and the tutor will both get this by email.',
        ...form.field('reason'),
      }}
    >
      <Field
        label="Booking"
        required
        hint="The long number at the bottom of the booking page and the receipt."
        error={form.faultAt('bookingId')}
      >
        {control => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            disabled={unsure}
            value={form.values.bookingId}
            onChange={event => form.set({ bookingId: event.target.value })}
            className="figures"
          />
        )}
      </Field>
      <FailureText className="-mt-3">{!booking && unread && problemText(unread)}</FailureText>
      {booking && <BookingFacts booking={booking} />}
      <Field label="Amount" required error={form.faultAt('amount')}>
        {control => (
          <AmountInput
            {...control}
            disabled={unsure}
            value={form.values.amount}
            onChange={amount => form.set({ amount })}
          />
        )}
      </Field>
      <p aria-live="polite" className="rounded-10 bg-sunken px-4 py-3 text-14 empty:sr-only">
        {booking &&
          !unsure &&
          (obstacle ??
            refundEffectOf(booking, form.values.amount, {
              student: firstNameOf(booking.student.name),
              tutor: firstNameOf(booking.tutor.name),
            }))}
      </p>
    </ReasonDialog>
  )
}

/** Why nothing of a booking can be refunded; null if something can. */
function obstacleTo(booking: BookingToRefund): string | null {
  if (booking.paid_on === null) return 'This booking hasn’t been paid, so there’s nothing to refund.'
  if (booking.disputed)
    return 'The student’s bank is disputing this payment. You can’t refund it until the bank decides.'
  return leftOf(booking) === 0 ? 'Nothing is left to refund.' : null
}

function failureText(error: Error, unsure: boolean): string {
  const text = problemText(error)
  return unsure ? `${text} It’s safe to try again. We’ll only refund it once.` : text
}
