import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { zoneName } from '#shared/domain/zone-name.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import { signedDollarsText } from './amounts.ts'
import { arrivalText } from './arrival-text.ts'
import type { WalletView } from './queries.ts'

/** Money that can't be withdrawn: not yet, not now, or not anymore, each with the reason. */
export function OtherBalances({
  view: { balances, questioned, next },
  zone,
}: {
  view: WalletView
  zone: string
}) {
  const { pending, under_way, paid_out } = balances
  const reported = questioned.some(({ by }) => by === 'student')
  return (
    <dl
      className={cx(
        'grid gap-px overflow-hidden rounded-16 border border-line bg-line',
        balances.frozen === '0.00'
          ? 'sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3'
          : 'sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-4',
      )}
    >
      <Balance name="Pending" amount={pending}>
        {next ? (
          <>
            You can withdraw {signedDollarsText(next.amount)} starting{' '}
            <time dateTime={next.date}>
              {shortDayText(next.date, zone)},{' '}
              <span className="inline-block">
                {timeText(next.date, zone)} {zoneName(zone)}
              </span>
            </time>
            .
          </>
        ) : (
          !reported &&
          'After a meeting, your earnings are on hold here in case the student reports a problem.'
        )}
        {reported && ' On hold until we settle a problem a student reported:'}
        <Bookings questioned={questioned} by="student" />
      </Balance>
      {balances.frozen !== '0.00' && (
        <Balance name="Frozen" amount={balances.frozen}>
          A student’s bank is disputing a payment. It decides whether you keep this money.
          <Bookings questioned={questioned} by="bank" />
        </Balance>
      )}
      <Balance name="On the way" amount={under_way}>
        {under_way === '0.00' ? 'No money is on its way to your bank.' : `To your bank. ${arrivalText}`}
      </Balance>
      <Balance name="Paid out" amount={paid_out}>
        Sent to your bank so far.
      </Balance>
    </dl>
  )
}

/** Links to the bookings whose money waits for a decision, where the details are. */
function Bookings({
  questioned,
  by,
}: Pick<WalletView, 'questioned'> & { by: WalletView['questioned'][number]['by'] }) {
  const own = questioned.filter(one => one.by === by)
  return (
    <span className="mt-1.5 flex flex-col items-start gap-1 empty:hidden coarse:gap-0">
      {own.map(({ booking_id: id, topic, name, amount }) => (
        <Link
          key={id}
          to="/booking/$id"
          params={{ id }}
          className="max-w-full coarse:py-3.5 text-accent underline underline-offset-3 wrap-anywhere hover:text-accent-strong"
        >
          {signedDollarsText(amount)} from <bdi>{name}</bdi>: <bdi>{topic}</bdi>
        </Link>
      ))}
    </span>
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
