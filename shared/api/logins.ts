import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'

const providerId = z.enum(['google', 'microsoft', 'github'])
export type ProviderId = z.output<typeof providerId>

const login = z.object({
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  username: z.string(),
  operator: z.boolean(),
  /** False until the person went through the welcome or skipped it. */
  welcomed: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
})

/** Who is signed in, or null. */
export const read = defineCall({
  method: 'GET',
  path: '/api/login',
  summary: 'Who is signed in',
  access: 'visitor',
  output: z.object({
    status: success,
    login: z.nullable(login),
    /** Before the chat's calls: `/chat` on this host, or where it is on another; null where there is no chat. */
    chat_url: z.nullable(z.string()),
  }),
  errors: [],
})

/**
 * The registration of a login. The person was made at the provider's callback from what the provider vouches for;
 * what the body says is only compared with that.
 */
export const register = defineCall({
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
})

/** The ways to sign in that this installation offers. */
export const providers = defineCall({
  method: 'GET',
  path: '/api/login/providers',
  summary: 'The ways to sign in',
  access: 'visitor',
  output: z.object({
    status: success,
    providers: z.array(z.object({ id: providerId, name: z.string() })),
  }),
  errors: [],
})

/** Starts a sign-in: the answer's `url` is where the browser goes next. */
export const start = defineCall({
  method: 'POST',
  path: '/api/auth/sign-in/social',
  summary: 'Start signing in with a provider',
  access: 'visitor',
  body: z.object({
    provider: z.string().check(z.maxLength(40)),
    /** Where to be afterwards: a path of this site, or its address. */
    callbackURL: z._default(z.string().check(z.maxLength(2000)), '/explore'),
    loginHint: z.optional(z.string().check(z.maxLength(254))),
  }),
  output: z.object({ status: success, url: z.string(), redirect: z.boolean() }),
  errors: ['not_found', 'invalid', 'upstream_unavailable'],
  perMinute: 300,
})

/**
 * The question every newcomer answers before anything of them is kept: a sign-in that would make an account leads to it. The date
 * isn't kept. Whoever was refused is refused again in this browser for a day, whatever they say then.
 */
export const answerAge = defineCall({
  method: 'POST',
  path: '/api/login/age',
  summary: 'Say when one was born, before the first sign-in',
  access: 'visitor',
  body: z.object({ born: z.iso.date('Choose the day, the month and the year.') }),
  output: z.object({ status: success, old_enough: z.boolean() }),
  errors: ['invalid'],
  perMinute: 60,
})

/** Where a newcomer is asked. */
export const agePage = '/age'

/** Where a provider sends the browser back to. Always answers with a redirect. */
export const callback = defineCall({
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
})

/** Signs this browser out, at once and everywhere its cookie might be. */
export const end = defineCall({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  access: 'visitor',
  output: z.object({ status: success }),
  errors: [],
})

const failures = {
  cancelled: () => 'You came back without signing in.',
  expired: () => 'That sign-in took too long or was started in another browser. Try again.',
  other_way: () => 'You can’t sign in this way. If you have been here before, sign in the way you did then.',
  email_missing: (used: string) => `${used} gave no e-mail address that Ignite can use.`,
  email_unverified: (used: string) =>
    `${used} hasn’t verified your e-mail address yet. Verify it there, then try again.`,
  provider_away: (used: string) => `${used} doesn’t answer at the moment. Try again in a few minutes.`,
  suspended: () =>
    'This account is suspended. If you think that is wrong, write to the people who run Ignite.',
  failed: () => 'Signing in didn’t work. Try again.',
} as const

export type SignInFailure = keyof typeof failures

/**
 * What `/login?error=…&provider=…` says. Both values come from the address, which anyone can write, so anything unknown
 * reads as a plain failure.
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
