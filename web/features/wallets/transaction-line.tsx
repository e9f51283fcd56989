import { Link } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import type { Transaction } from '#shared/api/wallets.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { momentText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { signedDollarsText } from './amounts.ts'

/** A line of the statement: what moved, when, with whom, and its status. */
export function TransactionLine({ line, zone }: { line: Transaction; zone: string }) {
  const { withdrawal, name, username, message, transaction_id } = line
  return (
    <li className="flex gap-3 tiny:flex-wrap px-4 py-3.5 sm:gap-4 sm:px-5">
      <Picture line={line} />
      <div className="min-w-0 flex-1 tiny:basis-full">
        <p dir="auto" className="font-medium wrap-anywhere">
          {line.booking_id ? (
            <Link
              to="/booking/$id"
              params={{ id: line.booking_id }}
              className="hover:underline hover:decoration-1 hover:underline-offset-3 coarse:inline-block"
            >
              {message}
            </Link>
          ) : (
            message
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-14 text-ink-soft">
          {name &&
            (username ? (
              <PersonLink
                username={username}
                className="max-w-full wrap-anywhere hover:underline coarse:py-0.5"
              >
                <bdi>{name}</bdi>
              </PersonLink>
            ) : (
              <bdi className="max-w-full wrap-anywhere">{name}</bdi>
            ))}
          <time dateTime={line.date}>{momentText(line.date, zone)}</time>
          <span className="figures text-12 text-ink-faint">{transaction_id}</span>
          {line.of === 'card' && line.booking_id && (
            <Link
              to="/receipt/$id"
              params={{ id: line.booking_id }}
              className="text-accent underline underline-offset-4 hover:text-accent-strong coarse:py-0.5"
            >
              Receipt
            </Link>
          )}
        </p>
        {withdrawal && line.type === 'debit' && <Withdrawal withdrawal={withdrawal} />}
      </div>
      <Amount line={line} />
    </li>
  )
}

function Picture({ line: { name, profile_image } }: { line: Transaction }) {
  if (name) return <Avatar name={name} image={profile_image} className="size-10! text-14" />
  return (
    <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft">
      <Landmark aria-hidden="true" className="size-5" />
    </span>
  )
}

function Amount({ line: { type, amount, of } }: { line: Transaction }) {
  const credit = type === 'credit'
  return (
    <p className="shrink-0 text-right">
      <span
        className={cx(
          'block font-serif text-18 font-semibold whitespace-nowrap lining-nums tabular-nums',
          credit && 'text-positive',
        )}
      >
        {credit ? '+' : '−'}
        {signedDollarsText(amount)}
      </span>
      <span className="text-12 text-ink-faint">
        {credit ? 'Credit' : 'Debit'} · {of}
      </span>
    </p>
  )
}

type State = NonNullable<Transaction['withdrawal']>

const states: Record<State['state'], { text: string; tone: 'lamp' | 'positive' | 'negative' }> = {
  requested: { text: 'On its way', tone: 'lamp' },
  sent: { text: 'On its way', tone: 'lamp' },
  paid: { text: 'Paid out', tone: 'positive' },
  returning: { text: 'Being returned', tone: 'negative' },
  failed: { text: 'Returned', tone: 'negative' },
}

function Withdrawal({ withdrawal: { state, failure } }: { withdrawal: State }) {
  const { text, tone } = states[state]
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-ink-soft">
      <Chip tone={tone}>{text}</Chip>
      {failure}
    </p>
  )
}
