import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'

/** The defaults of a new account, which its owner can change at the provider. */
export const payoutDefaults = { country: 'US', currency: 'usd', holderType: 'individual' } as const

const account = z.object({
  /** The provider's id; only ever the caller's own. */
  id: z.string(),
  country: z.string(),
  currency: z.string(),
  holder_type: z.string(),
  /**
   * `new`: the person hasn't entered anything; `due`: something is missing; `checking`: the provider is
   * checking; `ready`: the provider can send money.
   */
  state: z.enum(['new', 'due', 'checking', 'ready', 'rejected']),
  /** What the provider still asks for, in words. */
  due: z.array(z.string()),
  bank_name: z.nullable(z.string()),
  bank_last4: z.nullable(z.string()),
})
export type PayoutAccount = z.output<typeof account>

/** A person's account at the payment provider, where Ignite pays out the wallet. */
export const payouts = {
  get: defineCall({
    method: 'GET',
    path: '/api/stripe/account',
    summary: 'Your payout account as the provider last reported it; null before it exists.',
    access: 'login',
    output: z.object({
      status: success,
      account: z.nullable(account),
      /**
       * What the provider's embedded form needs: its public key, and the script if it isn't the default one.
       */
      publishable_key: z.string(),
      script_url: z.nullable(z.string()),
    }),
    errors: [],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/stripe/create',
    summary: 'Create your payout account if missing. Requires agreeing to the wallet’s terms.',
    failure: 'Something went wrong!',
    access: 'login',
    output: z.object({ status: success, account: z.string() }),
    errors: ['conflict', 'upstream_unavailable'],
    perMinute: 30,
  }),
  openSession: defineCall({
    method: 'POST',
    path: '/api/stripe/session',
    summary:
      'A secret that opens the provider’s form for your own account; another person’s account id is refused.',
    failure: 'Something went wrong!',
    access: 'login',
    body: z.object({ account: z.optional(z.string().check(z.maxLength(100))) }),
    output: z.object({ status: success, client_secret: z.string() }),
    errors: ['not_found', 'identity_mismatch', 'upstream_unavailable'],
    perMinute: 30,
  }),
  link: defineCall({
    method: 'POST',
    path: '/api/stripe/link',
    summary: 'The address of the provider’s own page for your account, if its form can’t be shown here.',
    access: 'login',
    output: z.object({ status: success, url: z.string() }),
    errors: ['not_found', 'upstream_unavailable'],
    perMinute: 30,
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/api/stripe/refresh',
    summary: 'Refresh the state of your account from the provider, as after leaving its form.',
    access: 'login',
    output: z.object({ status: success, account }),
    errors: ['not_found', 'upstream_unavailable'],
    perMinute: 30,
  }),
}
