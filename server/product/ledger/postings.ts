import type { Parts } from '#shared/domain/refund-split.ts'
import type { Movement } from './post.ts'

/** A booking's people, as its postings name them. */
export type MoneyOf = { bookingId: string; tutorId: string; studentId: string }

/** Where a booking's money is: still held, or credited to its tutor in one of these accounts. */
export type MoneyState = 'held' | 'pending' | 'available' | 'frozen'

/** A student paid at Checkout. */
export function paid(of: MoneyOf, payment: { id: string; cents: number; intentId: string }): Movement {
  return {
    kind: 'paid',
    key: `paid:${payment.id}`,
    bookingId: of.bookingId,
    providerRef: payment.intentId,
    entries: [
      [{ kind: 'provider' }, -payment.cents],
      [{ kind: 'held', bookingId: of.bookingId }, payment.cents],
    ],
    lines: [{ personId: of.studentId, of: 'card', cents: -payment.cents, counterpartId: of.tutorId }],
  }
}

/** The meeting took place, or was canceled too late for a full refund: the rest is earned. */
export function earned(of: MoneyOf, { price, fee }: Parts, into: 'pending' | 'frozen'): Movement {
  return {
    kind: 'earned',
    key: `earned:${of.bookingId}`,
    bookingId: of.bookingId,
    entries: [
      [{ kind: 'held', bookingId: of.bookingId }, -(price + fee)],
      [{ kind: into, ownerId: of.tutorId }, price],
      [{ kind: 'platform_fees' }, fee],
    ],
    lines: [{ personId: of.tutorId, of: 'wallet', cents: price, counterpartId: of.studentId }],
  }
}

/** The deadline for reporting a problem has passed. */
export function released(of: MoneyOf, cents: number): Movement {
  return {
    kind: 'released',
    key: `released:${of.bookingId}`,
    bookingId: of.bookingId,
    entries: [
      [{ kind: 'pending', ownerId: of.tutorId }, -cents],
      [{ kind: 'available', ownerId: of.tutorId }, cents],
    ],
  }
}

/** A refund is owed to the student. If the tutor was already credited, their share is taken back. */
export function refundOwed(of: MoneyOf, refundId: string, { price, fee }: Parts, from: MoneyState): Movement {
  return {
    kind: 'refund_owed',
    key: `refund_owed:${refundId}`,
    bookingId: of.bookingId,
    entries: [
      ...takenFrom(of, { price, fee }, from),
      [{ kind: 'refunds', bookingId: of.bookingId }, price + fee],
    ],
    lines: takenLine(of, price, from),
  }
}

/** The provider has sent a refund. */
export function refundSent(of: MoneyOf, refund: { id: string; cents: number; providerId: string }): Movement {
  return {
    kind: 'refund_sent',
    key: `refund_sent:${refund.id}`,
    bookingId: of.bookingId,
    providerRef: refund.providerId,
    entries: [
      [{ kind: 'refunds', bookingId: of.bookingId }, -refund.cents],
      [{ kind: 'provider' }, refund.cents],
    ],
    lines: [{ personId: of.studentId, of: 'card', cents: refund.cents, counterpartId: of.tutorId }],
  }
}

/** The student's bank returned a refund to the provider: it is still owed. */
export function refundFailed(
  of: MoneyOf,
  refund: { id: string; cents: number; providerId: string },
): Movement {
  const sent = refundSent(of, refund)
  return {
    ...sent,
    kind: 'refund_failed',
    key: `refund_failed:${refund.id}`,
    entries: sent.entries.map(([account, cents]) => [account, -cents]),
    lines: sent.lines!.map(line => ({ ...line, cents: -line.cents })),
  }
}

/**
 * The platform has paid the student by other means: the money reserved for them at the provider is now its
 * own.
 */
export function refundSettled(of: MoneyOf, refund: { id: string; cents: number }): Movement {
  return {
    kind: 'refund_settled',
    key: `refund_settled:${refund.id}`,
    bookingId: of.bookingId,
    entries: [
      [{ kind: 'refunds', bookingId: of.bookingId }, -refund.cents],
      [{ kind: 'settled_elsewhere' }, refund.cents],
    ],
  }
}

type Dispute = { id: string; cents: number }

/** The student's bank takes a payment back until it decides; the tutor's part of it is frozen. */
export function disputed(
  of: MoneyOf,
  dispute: Dispute,
  credited: { cents: number; in: 'pending' | 'available' } | null,
): Movement {
  return {
    kind: 'disputed',
    key: `disputed:${dispute.id}`,
    bookingId: of.bookingId,
    providerRef: dispute.id,
    entries: [
      [{ kind: 'disputes', bookingId: of.bookingId }, -dispute.cents],
      [{ kind: 'provider' }, dispute.cents],
      ...(credited ? thawed(of, -credited.cents, credited.in) : []),
    ],
  }
}

/** The bank returns the money; the frozen part moves to where it would be by now. */
export function disputeWon(
  of: MoneyOf,
  dispute: Dispute,
  credited: { cents: number; to: 'pending' | 'available' } | null,
): Movement {
  return {
    kind: 'dispute_won',
    key: `dispute_won:${dispute.id}`,
    bookingId: of.bookingId,
    providerRef: dispute.id,
    entries: [
      [{ kind: 'provider' }, -dispute.cents],
      [{ kind: 'disputes', bookingId: of.bookingId }, dispute.cents],
      ...(credited ? thawed(of, credited.cents, credited.to) : []),
    ],
  }
}

type Loss = {
  /** A refund that was owed to the student, and that the bank has paid instead. */
  owed: number
  /** The part of the rest that the tutor and the platform's fee bear. */
  parts: Parts
  from: 'held' | 'frozen'
  /** The part of the tutor's credit that was frozen beyond that, and where it goes. */
  thaw: { cents: number; to: 'pending' | 'available' } | null
}

/** The student keeps the money. The platform bears what nobody else can. */
export function disputeLost(of: MoneyOf, dispute: Dispute, { owed, parts, from, thaw }: Loss): Movement {
  return {
    kind: 'dispute_lost',
    key: `dispute_lost:${dispute.id}`,
    bookingId: of.bookingId,
    providerRef: dispute.id,
    entries: merged([
      [{ kind: 'disputes', bookingId: of.bookingId }, dispute.cents],
      [{ kind: 'refunds', bookingId: of.bookingId }, -owed],
      ...takenFrom(of, parts, from),
      [{ kind: 'provider_costs' }, owed + parts.price + parts.fee - dispute.cents],
      ...(thaw ? thawed(of, thaw.cents, thaw.to) : []),
    ]),
    lines: takenLine(of, parts.price, from),
  }
}

/** The bank gives back a part of a lost dispute, which the platform bore. `before`: what it had given back already. */
export function disputeReturned(of: MoneyOf, dispute: Dispute & { before: number }): Movement {
  return {
    kind: 'dispute_returned',
    key: `dispute_returned:${dispute.id}:${dispute.before}`,
    bookingId: of.bookingId,
    providerRef: dispute.id,
    entries: [
      [{ kind: 'provider' }, -dispute.cents],
      [{ kind: 'provider_costs' }, dispute.cents],
    ],
  }
}

type LateWin = {
  /** A refund that the bank had paid instead, and that is owed again. */
  owed: number
  /** What the tutor and the platform's fee bore. */
  parts: Parts
  into: MoneyState
}

/** The bank gives back all of a dispute that was lost. `returned`: what it had given back before. */
export function disputeWonLate(
  of: MoneyOf,
  { id, cents, returned }: Dispute & { returned: number },
  { owed, parts, into }: LateWin,
): Movement {
  const back = { price: -parts.price, fee: -parts.fee }
  return {
    kind: 'dispute_won',
    key: `dispute_won:${id}`,
    bookingId: of.bookingId,
    providerRef: id,
    entries: [
      [{ kind: 'provider' }, returned - cents],
      [{ kind: 'refunds', bookingId: of.bookingId }, owed],
      ...takenFrom(of, back, into),
      [{ kind: 'provider_costs' }, cents - returned - owed - parts.price - parts.fee],
    ],
    lines: takenLine(of, back.price, into),
  }
}

/** A tutor withdraws money from their wallet to their bank account. */
export function withdrawn(withdrawal: { id: string; userId: string; cents: number }): Movement {
  return {
    kind: 'withdrawn',
    key: `withdrawn:${withdrawal.id}`,
    withdrawalId: withdrawal.id,
    entries: [
      [{ kind: 'available', ownerId: withdrawal.userId }, -withdrawal.cents],
      [{ kind: 'payouts', ownerId: withdrawal.userId }, withdrawal.cents],
    ],
    lines: [{ personId: withdrawal.userId, of: 'wallet', cents: -withdrawal.cents, counterpartId: null }],
  }
}

type Sent = { id: string; userId: string; cents: number; providerId: string }

/** The provider transferred it from the platform's balance to the tutor's account there. */
export function transferred({ id, userId, cents, providerId }: Sent): Movement {
  return {
    kind: 'transferred',
    key: `transferred:${id}`,
    withdrawalId: id,
    providerRef: providerId,
    entries: [
      [{ kind: 'provider' }, cents],
      [{ kind: 'connected', ownerId: userId }, -cents],
    ],
  }
}

/** It reached the bank. */
export function paidOut({ id, userId, cents, providerId }: Sent): Movement {
  return {
    kind: 'paid_out',
    key: `paid_out:${id}`,
    withdrawalId: id,
    providerRef: providerId,
    entries: [
      [{ kind: 'payouts', ownerId: userId }, -cents],
      [{ kind: 'connected', ownerId: userId }, cents],
    ],
  }
}

/**
 * The bank returned a payout that had shown as paid, which some do within days
 * (docs.stripe.com/api/payouts/object).
 */
export function payoutReturned(sent: Sent): Movement {
  const paid = paidOut(sent)
  return {
    ...paid,
    kind: 'payout_returned',
    key: `payout_returned:${sent.id}`,
    entries: paid.entries.map(([account, cents]) => [account, -cents]),
  }
}

/** A transfer came back from the tutor's account at the provider. */
export function reversed({ id, userId, cents, providerId }: Sent): Movement {
  return {
    kind: 'reversed',
    key: `reversed:${id}`,
    withdrawalId: id,
    providerRef: providerId,
    entries: [
      [{ kind: 'provider' }, -cents],
      [{ kind: 'connected', ownerId: userId }, cents],
    ],
  }
}

/** A failed withdrawal is back in the wallet. */
export function withdrawalReturned(withdrawal: { id: string; userId: string; cents: number }): Movement {
  return {
    kind: 'withdrawal_returned',
    key: `withdrawal_returned:${withdrawal.id}`,
    withdrawalId: withdrawal.id,
    entries: [
      [{ kind: 'payouts', ownerId: withdrawal.userId }, -withdrawal.cents],
      [{ kind: 'available', ownerId: withdrawal.userId }, withdrawal.cents],
    ],
    lines: [{ personId: withdrawal.userId, of: 'wallet', cents: withdrawal.cents, counterpartId: null }],
  }
}

/** A closed account's debt moves to the account that the same login made since. */
export function debtCarried(debt: { id: string; from: string; to: string; cents: number }): Movement {
  return {
    kind: 'debt_carried',
    key: `debt_carried:${debt.id}`,
    entries: [
      [{ kind: 'available', ownerId: debt.from }, debt.cents],
      [{ kind: 'available', ownerId: debt.to }, -debt.cents],
    ],
    lines: [
      { personId: debt.from, of: 'wallet', cents: debt.cents, counterpartId: null },
      { personId: debt.to, of: 'wallet', cents: -debt.cents, counterpartId: null },
    ],
  }
}

/** The provider's own charge on the platform's balance: a balance transaction's fee. */
export function providerFee(transactionId: string, cents: number): Movement {
  return {
    kind: 'provider_fee',
    key: `provider_fee:${transactionId}`,
    providerRef: transactionId,
    entries: [
      [{ kind: 'provider' }, cents],
      [{ kind: 'provider_costs' }, -cents],
    ],
  }
}

/**
 * The platform moved its own money between its bank and its balance at the provider; negative cents left that
 * balance.
 */
export function platformMoved(transactionId: string, cents: number): Movement {
  return {
    kind: cents > 0 ? 'platform_paid_in' : 'platform_paid_out',
    key: `platform_moved:${transactionId}`,
    providerRef: transactionId,
    entries: [
      [{ kind: 'provider' }, -cents],
      [{ kind: 'platform_funds' }, cents],
    ],
  }
}

type Entries = Movement['entries']

function takenFrom({ bookingId, tutorId }: MoneyOf, { price, fee }: Parts, from: MoneyState): Entries {
  if (from === 'held') return [[{ kind: 'held', bookingId }, -(price + fee)]]
  return [
    [{ kind: from, ownerId: tutorId }, -price],
    [{ kind: 'platform_fees' }, -fee],
  ]
}

function takenLine(of: MoneyOf, price: number, from: MoneyState): NonNullable<Movement['lines']> {
  if (from === 'held') return []
  return [{ personId: of.tutorId, of: 'wallet', cents: -price, counterpartId: of.studentId }]
}

function thawed({ tutorId }: MoneyOf, cents: number, to: 'pending' | 'available'): Entries {
  return [
    [{ kind: 'frozen', ownerId: tutorId }, -cents],
    [{ kind: to, ownerId: tutorId }, cents],
  ]
}

/** One entry per account: a transaction never has two. */
function merged(entries: Entries): Entries {
  const sums = new Map<string, Entries[number]>()
  for (const [account, cents] of entries) {
    const name = JSON.stringify(account)
    sums.set(name, [account, (sums.get(name)?.[1] ?? 0) + cents])
  }
  return [...sums.values()]
}
