import { bookingLimits } from '#shared/api/bookings.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { dollarsText } from './dollars-text.ts'
import { PaymentTerms } from './payment-terms.tsx'
import type { Quote } from './slot-queries.ts'

/** What a person has written and agreed to. */
export type Draft = {
  /** Null until the person has typed. */
  message: string | null
  /** The total when the person agreed to the terms: another total needs a new agreement. */
  agreedTo: string | null
}

/** The message to the tutor, the terms, and the checkbox. */
export function OrderAgreement({
  quote,
  tutor,
  draft,
  heldMessage,
  disabled,
  priceBefore,
  onDraft,
}: {
  quote: Quote
  tutor: string
  draft: Draft
  /** What they wrote when they first held this time, before they came back from the Checkout. */
  heldMessage: string
  disabled: boolean
  /** The price that the person agreed to before it changed. */
  priceBefore: string | null
  onDraft: (draft: Draft) => void
}) {
  const firstName = firstNameOf(tutor)
  const message = draft.message ?? heldMessage
  return (
    <>
      <Field
        label={`Message to ${firstName}`}
        optional
        hint="What would you like to work on?"
        aside={lengthNote(message, bookingLimits.message)}
      >
        {control => (
          <Textarea
            {...control}
            rows={3}
            maxLength={bookingLimits.message}
            value={message}
            disabled={disabled}
            onChange={event => onDraft({ ...draft, message: event.target.value })}
          />
        )}
      </Field>
      <PaymentTerms
        held={`You pay now, and we hold the money until the meeting is over. If ${firstName} declines or doesn’t answer, you get a full refund.`}
        minutes={quote.minutes}
        refunds={quote.refund_terms}
      />
      <div>
        <p role="alert" className="mb-2 text-14 font-medium text-caution empty:hidden">
          {priceBefore !== null &&
            `The price has changed from ${dollarsText(priceBefore)} to ${dollarsText(quote.total)}. Agree again to continue.`}
        </p>
        <Checkbox
          checked={draft.agreedTo === quote.total}
          disabled={disabled}
          onChange={event => onDraft({ ...draft, agreedTo: event.target.checked ? quote.total : null })}
        >
          I agree to the{' '}
          <a
            href="/terms"
            target="_blank"
            className="font-medium text-accent underline underline-offset-2"
            rel="noopener"
          >
            terms and conditions
          </a>{' '}
          and to pay {dollarsText(quote.total)}.
        </Checkbox>
      </div>
    </>
  )
}
