import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'

/** What a new account is, unless its owner says otherwise at the provider. */
export const payoutDefaults = { country: 'US', currency: 'usd', holderType: 'individual' } as const

const account = z.object({
  /** The provider's name; only ever one's own. */
  id: z.string(),
  country: z.string(),
  currency: z.string(),
  holder_type: z.string(),
  /** `new`: nothing told yet; `due`: something is missing; `checking`: the provider looks at it; `ready`: money can be sent. */
  state: z.enum(['new', 'due', 'checking', 'ready', 'rejected']),
  /** What is still asked for, in words. */
  due: z.array(z.string()),
  bank_name: z.nullable(z.string()),
  bank_last4: z.nullable(z.string()),
})
export type PayoutAccount = z.output<typeof account>

/** One's account at the payment provider, to which a wallet is paid out. */
export const payouts = {
  get: defineCall({
    method: 'GET',
    path: '/api/stripe/account',
    summary: 'One’s payout account as the provider last told it; null before there is one.',
    access: 'login',
    output: z.object({
      status: success,
      account: z.nullable(account),
      /** What the provider's form in the page needs: its public key, and the script where it isn't the usual one. */
      publishable_key: z.string(),
      script_url: z.nullable(z.string()),
    }),
    errors: [],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/stripe/create',
    summary: 'Make sure that one has a payout account. Needs the wallet’s terms agreed to.',
    access: 'login',
    output: z.object({ status: success, account: z.string() }),
    errors: ['conflict', 'upstream_unavailable'],
    perMinute: 30,
  }),
  openSession: defineCall({
    method: 'POST',
    path: '/api/stripe/session',
    summary:
      'A secret with which the provider’s form opens for one’s own account; another’s name for it is refused.',
    access: 'login',
    body: z.object({ account: z.optional(z.string().check(z.maxLength(100))) }),
    output: z.object({ status: success, client_secret: z.string() }),
    errors: ['not_found', 'identity_mismatch', 'upstream_unavailable'],
    perMinute: 30,
  }),
  link: defineCall({
    method: 'POST',
    path: '/api/stripe/link',
    summary: 'The address of the provider’s own page for one’s account, where its form can’t be shown here.',
    access: 'login',
    output: z.object({ status: success, url: z.string() }),
    errors: ['not_found', 'upstream_unavailable'],
    perMinute: 30,
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/api/stripe/refresh',
    summary: 'Ask the provider how one’s account is, as after its form was left.',
    access: 'login',
    output: z.object({ status: success, account }),
    errors: ['not_found', 'upstream_unavailable'],
    perMinute: 30,
  }),
}
