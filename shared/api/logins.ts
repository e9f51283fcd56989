import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'

const providerId = z.enum(['google', 'microsoft', 'github'])
export type ProviderId = z.output<typeof providerId>

const login = z.object({
  /** Missing in the answers of older servers. */
  id: z.optional(z.string()),
  name: z.string(),
  email: z.string(),
  /** Whether the provider vouches for it. Missing in the answers of older servers. */
  email_confirmed: z.optional(z.boolean()),
  image: z.nullable(z.string()),
  username: z.string(),
  operator: z.boolean(),
  /** False until the person finished or skipped the welcome. */
  welcomed: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
})

/** Signing in and out, and who is signed in. */
export const logins = {
  /** Who is signed in, or null. */
  read: defineCall({
    method: 'GET',
    path: '/api/login',
    summary: 'Who is signed in',
    access: 'visitor',
    output: z.object({
      status: success,
      login: z.nullable(login),
      /** Prefix of the chat's calls: `/chat` on this host, or its address on another; null without a chat. */
      chat_url: z.nullable(z.string()),
    }),
    errors: [],
  }),
  /**
   * The registration of a login. The provider's callback created the person from what the provider vouches for;
   * the server only compares the body with that.
   */
  register: defineCall({
    method: 'POST',
    path: '/api/login',
    summary: 'Register the login',
    access: 'login',
    body: z.object({
      email: z.string().check(z.maxLength(500)),
      name: z.optional(z.string().check(z.maxLength(500))),
      image: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    }),
    output: z.object({ status: success, login }),
    errors: ['identity_mismatch'],
  }),
  /** The ways to sign in that this installation offers. */
  providers: defineCall({
    method: 'GET',
    path: '/api/login/providers',
    summary: 'The ways to sign in',
    access: 'visitor',
    output: z.object({
      status: success,
      providers: z.array(z.object({ id: providerId, name: z.string() })),
    }),
    errors: [],
  }),
  /** Starts a sign-in: the answer's `url` is where the browser goes next. */
  start: defineCall({
    method: 'POST',
    path: '/api/auth/sign-in/social',
    summary: 'Start signing in with a provider',
    access: 'visitor',
    body: z.object({
      provider: z.string().check(z.maxLength(40)),
      /** Where to go afterwards: a path on this site, or its full address. */
      callbackURL: z._default(z.string().check(z.maxLength(2000)), '/explore'),
      loginHint: z.optional(z.string().check(z.maxLength(254))),
    }),
    output: z.object({ status: success, url: z.string(), redirect: z.boolean() }),
    errors: ['not_found', 'invalid', 'upstream_unavailable'],
    perMinute: 300,
  }),
  /**
   * The question that every newcomer answers before Ignite stores anything about them: a sign-in that would
   * create an account leads here. The date isn't stored. A browser that was refused stays refused for a day,
   * whatever date comes next.
   */
  answerAge: defineCall({
    method: 'POST',
    path: '/api/login/age',
    summary: 'Give the date of birth, before the first sign-in',
    access: 'visitor',
    body: z.object({ born: z.iso.date('Choose the month, day and year.') }),
    output: z.object({ status: success, old_enough: z.boolean() }),
    errors: ['invalid'],
    perMinute: 60,
  }),
  /** Where a provider redirects the browser. Always answers with a redirect. */
  callback: defineCall({
    method: 'GET',
    path: '/api/auth/callback/{provider}',
    summary: 'Return from a provider',
    access: 'visitor',
    params: z.object({ provider: z.string().check(z.maxLength(40)) }),
    query: z.object({
      code: z.optional(z.string().check(z.maxLength(4000))),
      state: z.optional(z.string().check(z.maxLength(200))),
      iss: z.optional(z.string().check(z.maxLength(500))),
      error: z.optional(z.string().check(z.maxLength(200))),
    }),
    produces: 'a redirect',
    errors: [],
    perMinute: 300,
  }),
  /** Signs this browser out, at once and everywhere that accepts its cookie. */
  end: defineCall({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Sign out',
    access: 'visitor',
    output: z.object({ status: success }),
    errors: [],
  }),
}

/** The page that asks a newcomer. */
export const agePage = '/age'

const failures = {
  cancelled: () => 'You didn’t finish signing in.',
  expired: () => 'Sign-in took too long or started in another browser. Try again.',
  other_way: () =>
    'You can’t sign in this way. If you’ve been here before, sign in the way you did last time. If you can’t do that anymore, we can help.',
  email_missing: (used: string) => `${used} didn’t give us an email address we can use.`,
  email_unverified: (used: string) =>
    `${used} hasn’t verified your email address yet. Verify it there, then try again.`,
  provider_away: (used: string) => `${used} isn’t responding. Try again in a few minutes.`,
  suspended: () => 'This account is suspended. If you think this is a mistake, contact the Ignite team.',
  failed: () => 'Sign-in didn’t work. Try again.',
} as const

export type SignInFailure = keyof typeof failures

/**
 * The words for `/login?error=…&provider=…`. Anyone can write such an address, so unknown values become a
 * generic failure.
 */
export function signInFailureText(error: string, provider?: string): string {
  const say = Object.hasOwn(failures, error) ? failures[error as SignInFailure] : failures.failed
  const known = provider && Object.hasOwn(providerNames, provider)
  return say(known ? providerNames[provider as ProviderId] : 'another provider')
}

export const providerNames: Record<ProviderId, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
}
