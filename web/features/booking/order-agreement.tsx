import { bookingLimits } from '#shared/api/bookings.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { dollarsText } from './dollars-text.ts'
import { firstNameOf } from './first-name.ts'
import type { Draft } from './order-summary.tsx'
import type { Quote } from './queries.ts'

/** The message to the tutor, the terms, and the box by which one agrees to them. */
export function OrderAgreement({
  quote,
  tutor,
  draft,
  disabled,
  priceBefore,
  onDraft,
}: {
  quote: Quote
  tutor: string
  draft: Draft
  disabled: boolean
  /** The price agreed to before it became another. */
  priceBefore: string | null
  onDraft: (draft: Draft) => void
}) {
  const firstName = firstNameOf(tutor)
  return (
    <>
      <Field
        label={`Message to ${firstName}`}
        optional
        hint="What would you like to work on?"
        aside={`${draft.message.length} / ${bookingLimits.message}`}
      >
        {control => (
          <Textarea
            {...control}
            rows={3}
            maxLength={bookingLimits.message}
            value={draft.message}
            disabled={disabled}
            onChange={event => onDraft({ ...draft, message: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-3 rounded-10 bg-sunken px-4 py-3 text-14">
        <p>
          You pay now; the money is held until the session has taken place. If {firstName} declines or doesn’t
          answer, you get back everything.
        </p>
        <p>{tookPlaceTerms(quote.minutes, 'student')}</p>
        <p>{quote.refund_terms}</p>
      </div>
      <div>
        <p role="alert" className="mb-2 text-14 font-medium text-caution empty:hidden">
          {priceBefore !== null &&
            `The price has changed from ${dollarsText(priceBefore)} to ${dollarsText(quote.total)}. Agree again to go on.`}
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
