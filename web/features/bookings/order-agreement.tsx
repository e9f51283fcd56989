import { CalendarX2, type LucideIcon, ShieldCheck, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { bookingLimits } from '#shared/api/bookings.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { dollarsText } from './dollars-text.ts'
import type { Draft } from './order-summary.tsx'
import type { Quote } from './slot-queries.ts'

/** The message to the tutor, the terms, and the checkbox. */
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
  /** The price that the person agreed to before it changed. */
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
        aside={lengthNote(draft.message, bookingLimits.message)}
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
      <ul
        aria-label="What happens to your money"
        className="flex flex-col gap-4 rounded-10 bg-sunken p-4 text-14"
      >
        <Term icon={ShieldCheck}>
          You pay now, and we hold the money until the meeting is over. If {firstName} declines or doesn’t
          answer, you get a full refund.
        </Term>
        <Term icon={Video}>{tookPlaceTerms(quote.minutes, 'student')}</Term>
        <Term icon={CalendarX2}>{quote.refund_terms}</Term>
      </ul>
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

function Term({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <p>{children}</p>
    </li>
  )
}
