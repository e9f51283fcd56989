import type { Session } from '#shared/api/sessions.ts'
import type { SessionValues } from './session-values.ts'
import { peopleText } from './words.ts'

/** What a price means for the people enrolled in a session that is free until then. Nothing if there are none. */
export function PriceNotice({ session, values }: { session: Session; values: SessionValues }) {
  const { rate, attendees } = session
  return (
    // There before its words, or a screen reader wouldn't read them.
    <div role="status" className="contents">
      {rate === null && values.paid && attendees ? (
        <div className="rounded-10 bg-caution-wash px-4 py-3 text-14">
          <p className="font-medium text-caution">
            {peopleText(attendees)} {attendees === 1 ? 'is' : 'are'} enrolled for free.
          </p>
          <p className="mt-1 text-ink-soft">
            From now on, they pay for each date they want to attend. We’ll let them know once you save. You
            can only set a price if the next date is at least 24 hours away.
          </p>
        </div>
      ) : null}
    </div>
  )
}
