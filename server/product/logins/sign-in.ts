import { betterAuth } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import { github } from 'better-auth/social-providers'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { asDates } from '#server/platform/db/as-dates.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cookiePrefix } from '#server/platform/http/cookies.ts'
import { type Admit, createAdmit, withoutKey } from './admit.ts'
import { microsoftSignIn } from './microsoft.ts'
import { absoluteDays, idleDays } from './read-login.ts'
import { tokenClaims } from './token-claims.ts'

export type SignInDeps = {
  config: Pick<Config, 'publicUrl' | 'secret' | 'identity'>
  db: Database
  now: () => Temporal.Instant
  log: FastifyBaseLogger
  /** Called after a person's first sign-in has committed. */
  onFirstSignIn: (person: { id: string }) => Promise<void>
}

/** The configured sign-in library. Building it reads Google's discovery document over the network. */
export function createAuth(deps: SignInDeps) {
  const { config, db, log } = deps
  const loginPage = `${config.publicUrl}/login`
  const admit = createAdmit(deps, loginPage)
  const columns = {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    userId: 'user_id',
    expiresAt: 'expires_at',
  }
  const { createdAt, updatedAt, userId, expiresAt } = columns
  return betterAuth({
    appName: 'Ignite',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    // The library compares expiry times of logins and states with a Date.
    database: { db: db.withPlugin(asDates), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Fastify counts requests, by the address it trusts; the library's own limiter believes X-Forwarded-For.
    rateLimit: { enabled: false },
    trustedOrigins: [config.publicUrl],
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt, updatedAt },
      // Comes from admit, with everything else to store about a newcomer.
      additionalFields: { username: { type: 'string', required: true, input: true } },
    },
    session: {
      modelName: 'logins',
      fields: { userId, expiresAt, createdAt, updatedAt, ipAddress: 'ip_address', userAgent: 'user_agent' },
      expiresIn: absoluteDays * 86_400,
    },
    account: {
      modelName: 'login_accounts',
      fields: {
        userId,
        createdAt,
        updatedAt,
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
      updateAccountOnSignIn: false,
      accountLinking: { disableImplicitLinking: true, trustedProviders: [] },
    },
    verification: { modelName: 'login_verifications', fields: { expiresAt, createdAt, updatedAt } },
    databaseHooks: {
      user: {
        create: {
          before: async user => ({ data: { ...user, email: withoutKey(user.email) } }),
          after: async user => deps.onFirstSignIn({ id: user.id }),
        },
      },
      account: {
        create: {
          // Anyone who reads the database could use a provider's tokens to act as the person there, and
          // nothing here needs them.
          before: async account => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
      session: {
        create: {
          before: async session => {
            const now = deps.now()
            const [created, ends] = [now, now.add({ hours: 24 * idleDays })].map(
              at => new Date(at.epochMilliseconds),
            )
            return { data: { ...session, createdAt: created, updatedAt: created, expiresAt: ends } }
          },
        },
      },
    },
    hooks: { before: refuseMixUp(loginPage) },
    plugins: [
      ...(config.identity.google ? [googleSignIn(config.identity.google, admit)] : []),
      ...(config.identity.microsoft ? [microsoftSignIn(config.identity.microsoft, admit)] : []),
    ],
    ...(config.identity.github && { socialProviders: { github: gitHub(config.identity.github, admit) } }),
    // Unexpected errors go to the route, which logs them; the library would print them and answer 500.
    onAPIError: { errorURL: loginPage, throw: true },
    advanced: {
      cookiePrefix: cookiePrefix(config),
      // The library's own switch would name the cookies __Secure-, which a sibling subdomain can still plant.
      useSecureCookies: false,
      defaultCookieAttributes: {
        secure: config.publicUrl.startsWith('https://'),
        httpOnly: true,
        sameSite: 'lax',
      },
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
      // Both default to "off" when NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: 'warn',
      // Only the message: the arguments contain states and tokens.
      log: (level, message) => log[level === 'error' ? 'warn' : 'debug'](`sign-in: ${message}`),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

function googleSignIn(settings: NonNullable<Config['identity']['google']>, admit: Admit) {
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Google',
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        discoveryUrl: settings.discoveryUrl,
        requireIdTokenVerification: true,
        pkce: true,
        scopes: ['openid', 'profile', 'email'],
        prompt: 'select_account',
        accountSubject: ({ profile }) => (typeof profile.sub === 'string' ? profile.sub : ''),
        // Only the verified ID token counts; the library would fall back to the userinfo response, which
        // isn't signed.
        getUserInfo: async tokens => {
          if (!tokens.idToken) return null
          const claims = tokenClaims(tokens.idToken)
          return { ...claims, emailVerified: claims.email_verified === true }
        },
        mapProfileToUser: profile =>
          admit({
            provider: 'google',
            subject: String(profile.sub),
            email: profile.email,
            emailVerified: profile.emailVerified,
            name: profile.name,
            image: profile.picture,
          }),
      },
    ],
  })
}

function gitHub({ clientId, clientSecret }: NonNullable<Config['identity']['github']>, admit: Admit) {
  const provider = github({ clientId, clientSecret })
  return {
    clientId,
    clientSecret,
    async getUserInfo(tokens: Parameters<typeof provider.getUserInfo>[0]) {
      const found = await provider.getUserInfo(tokens)
      if (!found) return null
      const { user, data } = found
      const person = await admit({
        provider: 'github',
        subject: String(data.id),
        email: user.email,
        emailVerified: user.emailVerified,
        name: user.name,
        image: data.avatar_url,
      })
      return { user: { ...person, emailVerified: user.emailVerified }, data }
    },
  }
}

/**
 * A state is valid only at the callback of its own provider: otherwise one provider could redeem its code in
 * a sign-in begun at another (mix-up; RFC 9700 §4.4).
 */
function refuseMixUp(loginPage: string) {
  return createAuthMiddleware(async context => {
    if (context.path !== '/callback/:id' || typeof context.query?.state !== 'string') return
    const stored = await context.context.internalAdapter.findVerificationValue(
      `auth-state:${context.query.state}`,
    )
    if (!stored) return
    const { provider } = JSON.parse(stored.value) as { provider?: unknown }
    if (provider !== context.params?.id) throw context.redirect(`${loginPage}?error=state_mismatch`)
  })
}
