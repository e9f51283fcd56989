import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { admin, adminTexts } from '#shared/api/admin.ts'
import { uuid } from '#shared/api/fields.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountInput } from './amount-input.tsx'
import { asDollars } from './settle-words.ts'

/** Opens the form by which money of a booking is given back. */
export function RefundBooking() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Refund a booking…
      </Button>
      <RefundDialog open={open} onClose={() => setOpen(false)} finalFocus={() => button.current} />
    </>
  )
}

function RefundDialog({
  open,
  onClose,
  finalFocus,
}: {
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const form = useId()
  const queryClient = useQueryClient()
  const [bookingId, setBookingId] = useState('')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const id = z.safeParse(uuid, bookingId.trim())
  const cents = decimalToCents(amount)
  const parsed = z.safeParse(adminTexts.reason, reason)
  const refund = useMutation({
    mutationKey: [admin.refundBooking.path],
    mutationFn: (body: { bookingId: string; amount: string; reason: string }) =>
      call(admin.refundBooking, { body }),
    onSuccess: () => {
      toast.success(`${formatDollars(cents ?? 0)} goes back. Both people are told.`)
      setBookingId('')
      setAmount('')
      setReason('')
      setChecked(false)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.money.path] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!id.success || !cents || !parsed.success || refund.isPending) return
    refund.mutate({ bookingId: id.data, amount: asDollars(amount), reason: parsed.data })
  }

  return (
    <Dialog
      open={open}
      onClose={() => !refund.isPending && onClose()}
      title="Refund a booking"
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose} disabled={refund.isPending}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={form} pending={refund.isPending}>
            Give the money back
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="rounded-10 bg-sunken px-4 py-3 text-14">
          The money goes to the card the student paid with. The tutor’s share of it is taken out of what the
          booking brought them: where they have withdrawn that already, their wallet goes below zero, and what
          they earn next fills it.
        </p>
        <Field
          label="Booking"
          required
          hint="The long number at the end of the booking’s page and of its receipt."
          error={checked && !id.success ? 'That isn’t the number of a booking.' : undefined}
        >
          {control => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={bookingId}
              onChange={event => setBookingId(event.target.value)}
              className="figures"
            />
          )}
        </Field>
        <Field
          label="Amount"
          required
          error={checked && !cents ? 'Write an amount in dollars, like 12.50.' : undefined}
        >
          {control => <AmountInput {...control} value={amount} onChange={setAmount} />}
        </Field>
        <Field
          label="Reason"
          required
          hint="The student and the tutor both read this, by mail."
          error={checked && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        >
          {control => (
            <Textarea {...control} value={reason} onChange={event => setReason(event.target.value)} />
          )}
        </Field>
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {refund.isError && problemText(refund.error)}
        </p>
      </form>
    </Dialog>
  )
}
