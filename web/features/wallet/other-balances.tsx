import type { ReactNode } from 'react'
import { zoneLetters } from '#web/features/meetings/when.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import { signedDollarsText } from './amounts.ts'
import { arrivalText } from './arrival-text.ts'
import type { WalletView } from './queries.ts'

/** The money that can't be withdrawn: not yet, not now, or not any more, each with why. */
export function OtherBalances({
  balances: { pending, frozen, under_way, paid_out },
  next,
  zone,
}: Pick<WalletView, 'balances' | 'next'> & { zone: string }) {
  return (
    <dl
      className={cx(
        'grid gap-px overflow-hidden rounded-16 border border-line bg-line',
        frozen === '0.00'
          ? 'sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3'
          : 'sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-4',
      )}
    >
      <Balance name="Pending" amount={pending}>
        {next ? (
          <>
            {signedDollarsText(next.amount)} can be withdrawn from{' '}
            <time dateTime={next.date}>
              {shortDayText(next.date, zone)}, {timeText(next.date, zone)} {zoneLetters(zone, next.date)}
            </time>
            .
          </>
        ) : (
          'After a meeting, earnings wait here in case the student reports a problem.'
        )}
      </Balance>
      {frozen !== '0.00' && (
        <Balance name="Frozen" amount={frozen}>
          A student has questioned a payment. Until that is decided, it stays here: then it is yours, or goes
          back.
        </Balance>
      )}
      <Balance name="Under way" amount={under_way}>
        {under_way === '0.00' ? 'Nothing is on its way to your bank.' : `To your bank. ${arrivalText}`}
      </Balance>
      <Balance name="Paid out" amount={paid_out}>
        Arrived at your bank so far.
      </Balance>
    </dl>
  )
}

function Balance({ name, amount, children }: { name: string; amount: string; children: ReactNode }) {
  return (
    <div className="flex flex-col bg-sheet p-5 sm:px-6">
      <dt className="text-14 font-medium text-ink-soft">{name}</dt>
      <dd className="mt-1">
        <span className="font-serif text-22 font-semibold lining-nums tabular-nums">
          {signedDollarsText(amount)}
        </span>
        <span className="mt-1 block text-12 text-ink-faint">{children}</span>
      </dd>
    </div>
  )
}
