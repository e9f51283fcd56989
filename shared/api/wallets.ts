import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, dollars, nextCursor, offset, signedDollars, success, uuid } from './fields.ts'

/** Identifies the six clauses that a person agrees to; a changed text gets a new version. */
export const walletTermsVersion = '2026-11-29'

/** Transactions come ten at a time unless the call asks otherwise. */
export const transactionPageSize = 10

/** A smaller amount isn't worth a bank transfer. */
export const leastWithdrawalCents = 100

/** The filters of a statement. */
export const transactionFilters = ['all', 'earnings', 'payments', 'refunds', 'withdrawals'] as const
export type TransactionFilter = (typeof transactionFilters)[number]

const wallet = z.object({
  /** Whether the person agreed to the terms; before that nothing is paid out. */
  agreed: z.boolean(),
  terms_version: z.nullable(z.string()),
  created_on: z.iso.datetime(),
})

const balances = z.object({
  /** Earned, but held while students can report a problem. */
  pending: dollars,
  /** Can be withdrawn now; below zero if refunds exceeded the balance. */
  available: signedDollars,
  /** Frozen by a dispute until the bank decides. */
  frozen: dollars,
  /** On its way to the bank account. */
  under_way: dollars,
  paid_out: dollars,
})

/** A line of the caller's statement. */
const transaction = z.object({
  id: uuid,
  date: z.iso.datetime(),
  /** The number that people refer to it by. */
  transaction_id: z.string(),
  type: z.enum(['debit', 'credit']),
  amount: dollars,
  /** Whether it moved the wallet, or the card that the person pays with. */
  of: z.enum(['wallet', 'card']),
  kind: z.string(),
  message: z.string(),
  /** Names; the platform's if no other person is involved. */
  from: z.string(),
  to: z.string(),
  /** The other person, if there is one. */
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  profile_image: z.nullable(z.string()),
  /** The tutor's, for a student whose booking with them is approved, active or completed. */
  email: z.nullable(z.string()),
  profile_email: z.nullable(z.string()),
  booking_id: z.nullable(uuid),
  /** The progress of a withdrawal, and why it came back. */
  withdrawal: z.nullable(
    z.object({
      state: z.enum(['requested', 'sent', 'paid', 'returning', 'failed']),
      failure: z.nullable(z.string()),
    }),
  ),
})
export type Transaction = z.output<typeof transaction>

const filter = z._default(z.enum(transactionFilters), 'all')
const found = z.object({ status: success, wallet: z.nullable(wallet) })
const made = z.object({ status: success, wallet })

export const wallets = {
  get: defineCall({
    method: 'GET',
    path: '/api/payment/wallet',
    summary: 'Your wallet; null before it exists.',
    access: 'login',
    output: found,
    errors: [],
  }),
  createByGet: defineCall({
    method: 'GET',
    path: '/api/payment/wallet/create',
    summary: 'Create your wallet if missing, empty and without agreeing to the terms; safe to repeat.',
    access: 'login',
    output: made,
    errors: ['cross_site'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/payment/wallet/create',
    summary: 'Start your wallet by agreeing to its terms; does nothing if already agreed.',
    access: 'login',
    body: z.object({
      terms: z.literal(true, 'Please agree to the terms and conditions'),
      terms_version: z._default(z.literal(walletTermsVersion), walletTermsVersion),
    }),
    output: made,
    errors: ['invalid'],
    perMinute: 30,
  }),
  view: defineCall({
    method: 'GET',
    path: '/api/payment/wallet/view',
    summary:
      'Your wallet’s balances, disputed amounts, the next release, and the earnings of each of the last 12 months.',
    access: 'login',
    query: z.object({ timezone: z.optional(z.string().check(z.maxLength(60))) }),
    output: z.object({
      status: success,
      balances,
      /**
       * Up to twenty earnings that wait for a decision, latest first: by the student's bank, or on a reported
       * problem.
       */
      questioned: z.array(
        z.object({
          booking_id: uuid,
          topic: z.string(),
          /** The student's. */
          name: z.string(),
          amount: dollars,
          by: z.enum(['bank', 'student']),
          since: z.iso.datetime(),
        }),
      ),
      /** When the next pending earning is released, and how much. */
      next: z.nullable(z.object({ date: z.iso.datetime(), amount: dollars })),
      /** Oldest first, as '2026-11' in the caller's zone. */
      months: z.array(z.object({ month: z.string(), earned: signedDollars })),
    }),
    errors: ['invalid'],
  }),
  transactions: defineCall({
    method: 'GET',
    path: '/api/payment/transactions',
    summary: 'What you paid, received and withdrew, the latest first.',
    failure: 'Unable to fetch transactions',
    access: 'login',
    query: z.object({
      offset,
      cursor,
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), transactionPageSize),
      filter,
    }),
    output: z.object({ status: success, transactions: z.array(transaction), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  transactionsFile: defineCall({
    method: 'GET',
    path: '/api/payment/transactions.csv',
    summary: 'The same as a table to download: all of it, in your zone.',
    access: 'login',
    query: z.object({ filter, timezone: z.optional(z.string().check(z.maxLength(60))) }),
    produces: 'text/csv',
    errors: ['invalid'],
    perMinute: 20,
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/api/payment/withdraw',
    summary:
      'Withdraw money from your wallet to your bank account: never more than is available. Repeated with the same id, ' +
      'it is the same withdrawal.',
    access: 'login',
    body: z.object({
      /** Made by the client, once per form: a second click doesn't make a second withdrawal. */
      id: uuid,
      amount: dollars,
      /** The checkbox below the note that it can't be undone. */
      confirm: z.literal(true, 'Confirm the withdrawal first.'),
    }),
    output: z.object({
      status: success,
      withdrawal: z.object({
        id: uuid,
        amount: dollars,
        state: z.enum(['requested', 'sent', 'paid', 'returning', 'failed']),
      }),
    }),
    errors: ['conflict', 'invalid'],
    perMinute: 30,
  }),
}
