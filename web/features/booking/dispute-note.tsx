import { CircleCheck, Landmark } from 'lucide-react'
import type { Booking } from '#shared/api/bookings.ts'
import { SupportLink } from '#web/features/help/support-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { disputeWords } from './dispute-words.ts'

/** That the student's bank questioned the payment, and what follows: amber while it decides, calm afterwards. */
export function DisputeNote({ booking, zone }: { booking: Booking; zone: string }) {
  const words = disputeWords(booking, zone)
  if (!words) return null
  const open = booking.dispute?.state === 'open'
  const Icon = open ? Landmark : CircleCheck
  return (
    <section
      aria-labelledby="dispute"
      className={cx(
        'mt-8 flex gap-4 rounded-16 border px-5 py-4 sm:px-6',
        open ? 'border-transparent bg-lamp-wash' : 'border-line bg-sheet',
      )}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={cx('mt-0.5 size-5 shrink-0', open ? 'text-lamp-ink' : 'text-ink-soft')}
      />
      <div className={cx('min-w-0 flex-1 text-14', open ? 'text-lamp-ink' : 'text-ink-soft')}>
        <h2 id="dispute" className={cx('text-18', !open && 'text-ink')}>
          {words.title}
        </h2>
        <p className="mt-1 max-w-prose">{words.text}</p>
        {words.help && (
          <p className="mt-2 max-w-prose [&_a]:font-medium [&_a]:underline [&_a]:underline-offset-3">
            {words.help} {booking.role === 'tutor' && <SupportLink>Write to support</SupportLink>}
          </p>
        )}
      </div>
    </section>
  )
}
