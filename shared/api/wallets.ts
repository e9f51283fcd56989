import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, dollars, nextCursor, offset, signedDollars, success, uuid } from './fields.ts'

/** Names the six clauses a person agrees to; another text is another version. */
export const walletTermsVersion = '2026-11-22'

/** Transactions are read ten at a time unless asked otherwise. */
export const transactionPageSize = 10

/** Less isn't worth a bank's way. */
export const leastWithdrawalCents = 100

/** What a statement can be narrowed to. */
export const transactionFilters = ['all', 'earnings', 'payments', 'refunds', 'withdrawals'] as const
export type TransactionFilter = (typeof transactionFilters)[number]

const wallet = z.object({
  /** Whether the terms are agreed to; nothing is paid out before. */
  agreed: z.boolean(),
  terms_version: z.nullable(z.string()),
  created_on: z.iso.datetime(),
})

const balances = z.object({
  /** Earned, and waiting for the time in which students can report a problem. */
  pending: dollars,
  /** To withdraw now; below zero where more went back than was left. */
  available: signedDollars,
  /** Taken by a dispute until it is decided. */
  frozen: dollars,
  /** On its way to the bank account. */
  under_way: dollars,
  paid_out: dollars,
})

/** A line of one's statement. */
const transaction = z.object({
  id: uuid,
  date: z.iso.datetime(),
  /** What people name it by. */
  transaction_id: z.string(),
  type: z.enum(['debit', 'credit']),
  amount: dollars,
  /** Whether it moved the wallet, or the card one pays with. */
  of: z.enum(['wallet', 'card']),
  kind: z.string(),
  message: z.string(),
  /** Names; the platform's where there is no other person. */
  from: z.string(),
  to: z.string(),
  /** The other person, where there is one. */
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  profile_image: z.nullable(z.string()),
  /** The tutor's, for a student whose booking with them is approved, active or completed. */
  email: z.nullable(z.string()),
  profile_email: z.nullable(z.string()),
  booking_id: z.nullable(uuid),
  /** How far a withdrawal is, and why it came back. */
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
    summary: 'One’s wallet; null before there is one.',
    access: 'login',
    output: found,
    errors: [],
  }),
  createByGet: defineCall({
    method: 'GET',
    path: '/api/payment/wallet/create',
    summary:
      'Make sure that one has a wallet, empty and without the terms agreed to; harmless, and ' +
      'asked twice it does nothing more.',
    access: 'login',
    output: made,
    errors: ['cross_site'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/payment/wallet/create',
    summary: 'Start one’s wallet by agreeing to its terms; agreed already, it stays so.',
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
      'What is in one’s wallet, what of it is questioned, what comes free next, and what each of the last 12 months brought.',
    access: 'login',
    query: z.object({ timezone: z.optional(z.string().check(z.maxLength(60))) }),
    output: z.object({
      status: success,
      balances,
      /** What waits for a decision, the latest first, at most twenty: of the student's bank, or on a problem they reported. */
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
      /** When the next pending earning comes free, and how much. */
      next: z.nullable(z.object({ date: z.iso.datetime(), amount: dollars })),
      /** Oldest first, as '2026-11' in the caller's zone. */
      months: z.array(z.object({ month: z.string(), earned: signedDollars })),
    }),
    errors: ['invalid'],
  }),
  transactions: defineCall({
    method: 'GET',
    path: '/api/payment/transactions',
    summary: 'What one paid, got and withdrew, the latest first.',
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
    summary: 'The same as a table to keep: all of it, in the caller’s zone.',
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
      'Send money of one’s wallet to one’s bank account: never more than is available. Asked again with the same id, it is ' +
      'the same withdrawal.',
    access: 'login',
    body: z.object({
      /** Made by the client, once a form: a second click is not a second withdrawal. */
      id: uuid,
      amount: dollars,
      /** The tick below the note that it can't be undone. */
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
