import * as z from 'zod/mini'
import { decimalToCents } from '#shared/domain/money.ts'

/** Everything the outside world decides about a running server. Only this file reads the environment. */
export type Config = ReturnType<typeof build>

/** The environment can't make a working server; `faults` names every fault at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(`The configuration can’t be used:\n${faults.map(fault => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** What one caller may ask in a minute; the smaller limits of costly calls in the contract go with this figure. */
export const defaultRequestsPerMinute = 1200

const url = z.url()
const flag = z._default(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(value => value === 'true'),
  ),
  false,
)
const whole = (min: number, max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(min), z.lte(max)), fallback)

const parts = (value: string) =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** Values with commas between them. */
const list = z.pipe(
  z.string(),
  z.transform(value => parts(value.toLowerCase())),
)

/** Addresses of these schemes with commas between them. */
const addresses = (schemes: readonly string[]) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          value =>
            parts(value).length > 0 &&
            parts(value).every(address => schemes.some(scheme => address.startsWith(scheme))),
          `must be addresses that begin with ${schemes.join(' or ')}`,
        ),
      ),
    z.transform(parts),
  )

/** People as their providers name them, with commas between. */
const subjects = z.pipe(
  z
    .string()
    .check(
      z.refine(
        value => parts(value).every(subject => /^(google|microsoft|github):./.test(subject)),
        'must name people as their provider does, such as google:1093…',
      ),
    ),
  z.transform(parts),
)

const longSecret = z.string().check(z.minLength(16, 'needs at least 16 characters'))

/** Each of them is accepted, so that a new one can be brought in before the old one goes. */
const secrets = z.pipe(
  z
    .string()
    .check(
      z.refine(
        value => parts(value).length > 0 && parts(value).every(secret => secret.length >= 8),
        'needs at least 8 characters',
      ),
    ),
  z.transform(parts),
)

/** A percentage as people write it, in hundredths of a percent. */
const percent = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage from 0 to 99.99, such as 12.5')),
  z.transform(value => decimalToCents(value)!),
)

const environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: whole(0, 65_535, 3000),
  PUBLIC_URL: z.optional(url),
  SECRET: z.string().check(z.minLength(32, 'needs at least 32 characters')),
  DATABASE_URL: z.string().check(z.startsWith('postgres', 'must be a postgres:// address')),
  DATABASE_OWNER_URL: z.optional(z.string().check(z.startsWith('postgres', 'must be a postgres:// address'))),
  DATABASE_POOL_SIZE: whole(2, 200, 20),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  TRUST_PROXY: z._default(
    z.pipe(
      z.string().check(z.regex(/^(true|false|[0-9])$/, 'must be the number of proxies before this server')),
      z.transform(value => (value === 'true' ? 1 : Number(value) || 0)),
    ),
    0,
  ),
  REQUESTS_PER_MINUTE: whole(1, 1_000_000, defaultRequestsPerMinute),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'needs at least 16 characters'))),
  SERVICES: z._default(list, ['product', 'chat', 'assistant']),
  CHAT_URL: z.optional(url),
  WEB_DIR: z._default(z.string(), 'dist/web'),
  GOOGLE_DISCOVERY_URL: z._default(url, 'https://accounts.google.com/.well-known/openid-configuration'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  MICROSOFT_AUTHORITY: z._default(url, 'https://login.microsoftonline.com'),
  MICROSOFT_TENANT_ID: z._default(z.string(), 'common'),
  MICROSOFT_CLIENT_ID: z.optional(z.string()),
  MICROSOFT_CLIENT_SECRET: z.optional(z.string()),
  GITHUB_CLIENT_ID: z.optional(z.string()),
  GITHUB_CLIENT_SECRET: z.optional(z.string()),
  STORAGE_DIR: z.optional(z.string()),
  S3_ENDPOINT: z.optional(url),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_BUCKET: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_FORCE_PATH_STYLE: flag,
  SMTP_URL: z.string().check(z.startsWith('smtp', 'must be an smtp:// or smtps:// address')),
  MAIL_FROM: z._default(z.string(), 'Ignite <no-reply@localhost>'),
  OPERATOR_EMAILS: z._default(list, []),
  OPERATOR_SUBJECTS: z._default(subjects, []),
  SUPPORT_EMAIL: z.optional(z.string().check(z.includes('@', 'must be an e-mail address'))),
  PICTURE_HOSTS: z._default(list, ['lh3.googleusercontent.com', 'avatars.githubusercontent.com']),
  STRIPE_SECRET_KEY: z.string().check(z.startsWith('sk_', 'must be a secret key, which begins with sk_')),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .check(z.startsWith('pk_', 'must be a publishable key, which begins with pk_')),
  STRIPE_WEBHOOK_SECRET: secrets,
  STRIPE_API_URL: z._default(url, 'https://api.stripe.com'),
  STRIPE_CONNECT_SCRIPT_URL: z.optional(url),
  PLATFORM_FEE_PERCENT: z._default(percent, 0),
  EARNINGS_WAIT_HOURS: whole(0, 24 * 90, 48),
  STUN_URLS: z._default(addresses(['stun:', 'stuns:']), []),
  TURN_URLS: z.optional(addresses(['turn:', 'turns:'])),
  TURN_SECRET: z.optional(longSecret),
  JANUS_URLS: z.optional(addresses(['wss://', 'ws://'])),
  JANUS_ADMIN_KEY: z.optional(longSecret),
  JANUS_TOKEN_SECRET: z.optional(longSecret),
  GOTENBERG_URL: z.optional(url),
  CONVERSION_TIMEOUT_MS: whole(100, 600_000, 30_000),
  CONVERSION_CONCURRENCY: whole(1, 16, 1),
  AI_PROVIDER: z._default(z.enum(['openai-compatible', 'anthropic']), 'openai-compatible'),
  AI_BASE_URL: z.optional(url),
  AI_API_KEY: z.optional(z.string()),
  AI_MODEL: z.optional(z.string()),
  AI_TIMEOUT_MS: whole(100, 120_000, 30_000),
  AI_TOKENS_PER_DAY: whole(1, 1_000_000_000, 150_000),
  AI_EMBEDDING_MODEL: z.optional(z.string()),
  AI_EMBEDDING_BASE_URL: z.optional(url),
  AI_EMBEDDING_API_KEY: z.optional(z.string()),
  AI_EMBEDDING_FLOOR: z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 0.35),
})

type Environment = z.output<typeof environment>

/** Services of this build; each runs alone or with the others (architecture: three services, one process). */
const knownServices = ['product', 'chat', 'assistant'] as const
export type Service = (typeof knownServices)[number]

/** Reads and checks the environment. Throws a ConfigError that names every fault. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is how a shell or a compose file says "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.safeParse(environment, given)
  const faults = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map(issue => {
        const name = issue.path.join('.')
        return name in given ? `${name}: ${issue.message}` : `${name} is not set`
      })
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return build(parsed.data)
}

function contradictions(env: Environment): string[] {
  const faults: string[] = []
  const together = (...names: (keyof Environment)[]) => {
    const missing = names.filter(name => env[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      faults.push(
        `${missing.join(' and ')} must be set with ${names.filter(name => env[name] !== undefined).join(' and ')}`,
      )
    }
  }
  together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  together('MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET')
  together('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  together('S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  together('TURN_URLS', 'TURN_SECRET')
  together('JANUS_URLS', 'JANUS_ADMIN_KEY', 'JANUS_TOKEN_SECRET')
  if (env.JANUS_ADMIN_KEY !== undefined && env.JANUS_ADMIN_KEY === env.JANUS_TOKEN_SECRET)
    faults.push('JANUS_ADMIN_KEY and JANUS_TOKEN_SECRET must differ: they let in different people')
  if (!env.S3_BUCKET && !env.STORAGE_DIR)
    faults.push('STORAGE_DIR or S3_BUCKET must be set: documents need a place')
  if (!env.GOOGLE_CLIENT_ID && !env.MICROSOFT_CLIENT_ID && !env.GITHUB_CLIENT_ID) {
    faults.push('GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID or GITHUB_CLIENT_ID must be set: nobody could sign in')
  }
  if (env.AI_MODEL && env.AI_PROVIDER === 'openai-compatible' && !env.AI_BASE_URL)
    faults.push('AI_BASE_URL must be set with AI_MODEL: many providers speak this protocol')
  if (env.AI_MODEL && env.AI_PROVIDER === 'anthropic' && !env.AI_API_KEY)
    faults.push('AI_API_KEY must be set with AI_MODEL')
  if (env.AI_EMBEDDING_MODEL && !env.AI_EMBEDDING_BASE_URL) {
    if (env.AI_PROVIDER === 'anthropic')
      faults.push('AI_EMBEDDING_BASE_URL must be set with AI_EMBEDDING_MODEL: anthropic has no embeddings')
    else if (!env.AI_BASE_URL)
      faults.push('AI_EMBEDDING_BASE_URL or AI_BASE_URL must be set with AI_EMBEDDING_MODEL')
  }
  if (env.AI_EMBEDDING_BASE_URL && !env.AI_EMBEDDING_MODEL)
    faults.push('AI_EMBEDDING_MODEL must be set with AI_EMBEDDING_BASE_URL')
  if (isLive(env.STRIPE_SECRET_KEY) !== isLive(env.STRIPE_PUBLISHABLE_KEY))
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for real money, and the other isn’t')
  if (env.SERVICES.length === 0) faults.push('SERVICES names no service')
  for (const name of env.SERVICES) {
    if (!knownServices.some(known => known === name)) faults.push(`SERVICES: there is no service "${name}"`)
  }
  if (env.CHAT_URL && new URL(env.CHAT_URL).origin !== env.CHAT_URL.replace(/\/$/, ''))
    faults.push('CHAT_URL: must be the address of a host alone')
  if (env.NODE_ENV === 'production') {
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL must be set in production')
    else if (!env.PUBLIC_URL.startsWith('https://'))
      faults.push('PUBLIC_URL must be an https:// address in production')
    if (isGuessable(env.SECRET))
      faults.push('SECRET repeats itself: anyone could guess it and sign in as anyone. Make it by chance')
    for (const name of [
      'SECRET',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ] as const) {
      const values = [env[name]].flat()
      if (values.some(value => published.test(value)))
        faults.push(`${name} is one that stands in Ignite’s own code, where everyone can read it`)
    }
    if (!isLive(env.STRIPE_SECRET_KEY))
      faults.push(
        'STRIPE_SECRET_KEY is a test key: bookings would be paid with no money. Production needs a live one',
      )
    if (env.S3_BUCKET && env.S3_ENDPOINT && !env.S3_ENDPOINT.startsWith('https://'))
      faults.push(
        'S3_ENDPOINT must be an https:// address in production: documents and their links pass there',
      )
    if (env.CHAT_URL && !env.CHAT_URL.startsWith('https://'))
      faults.push('CHAT_URL must be an https:// address in production')
    if (!env.STRIPE_API_URL.startsWith('https://'))
      faults.push(`${env.STRIPE_API_URL}: the payment provider must be an https:// address in production`)
    if (env.STRIPE_CONNECT_SCRIPT_URL && !env.STRIPE_CONNECT_SCRIPT_URL.startsWith('https://'))
      faults.push('STRIPE_CONNECT_SCRIPT_URL must be an https:// address in production')
    if (env.JANUS_URLS?.some(address => !address.startsWith('wss://')))
      faults.push('JANUS_URLS must be wss:// addresses in production')
    const insecure = [env.GOOGLE_DISCOVERY_URL, env.MICROSOFT_AUTHORITY].filter(
      address => !address.startsWith('https://'),
    )
    for (const address of insecure)
      faults.push(`${address}: an identity provider must be an https:// address in production`)
  }
  return faults
}

/** How the secrets of the local stand-ins and of the tests are called. */
const published = /only_for_the_local|for[_ ]tests/

/** One letter again and again, a word twice: long, and yet soon found. By chance, 32 characters of any alphabet hold more of them. */
function isGuessable(secret: string): boolean {
  const repeats = (secret + secret).indexOf(secret, 1) < secret.length
  return repeats || new Set(secret).size < 8
}

/** The provider's keys say in their names whether they move real money. */
function isLive(key: string): boolean {
  return /^[a-z]+_live_/.test(key)
}

function build(env: Environment) {
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    /** The address people use, without a trailing slash. */
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    secret: env.SECRET,
    databaseUrl: env.DATABASE_URL,
    /** Who owns the tables, brings them up to date, and lets the other one run on them; without it, that one does it all. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    logLevel: env.LOG_LEVEL,
    /** How many proxies of ours add to X-Forwarded-For; what stands before theirs anyone can write. */
    trustedProxies: env.TRUST_PROXY,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    metricsToken: env.METRICS_TOKEN,
    webDir: env.WEB_DIR,
    /** What this process runs. */
    services: env.SERVICES as Service[],
    /** The host of a chat that isn't at the product's own address. */
    chatOrigin: env.CHAT_URL && new URL(env.CHAT_URL).origin,
    identity: {
      google: env.GOOGLE_CLIENT_ID
        ? {
            discoveryUrl: env.GOOGLE_DISCOVERY_URL,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET!,
          }
        : undefined,
      microsoft: env.MICROSOFT_CLIENT_ID
        ? {
            authority: env.MICROSOFT_AUTHORITY,
            tenantId: env.MICROSOFT_TENANT_ID,
            clientId: env.MICROSOFT_CLIENT_ID,
            clientSecret: env.MICROSOFT_CLIENT_SECRET!,
          }
        : undefined,
      github: env.GITHUB_CLIENT_ID
        ? { clientId: env.GITHUB_CLIENT_ID, clientSecret: env.GITHUB_CLIENT_SECRET! }
        : undefined,
    },
    storage: env.S3_BUCKET
      ? {
          kind: 's3' as const,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          bucket: env.S3_BUCKET,
          accessKeyId: env.S3_ACCESS_KEY_ID!,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
          forcePathStyle: env.S3_FORCE_PATH_STYLE,
        }
      : { kind: 'folder' as const, folder: env.STORAGE_DIR! },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
      /** Where the script of the provider's form in the page is, where that isn't the usual place. */
      connectScriptUrl: env.STRIPE_CONNECT_SCRIPT_URL,
      /** Whether the keys move real money; events of the other kind are none of ours. */
      live: isLive(env.STRIPE_SECRET_KEY),
    },
    money: {
      /** The platform's fee on top of a tutor's price, in hundredths of a percent. */
      feeBasisPoints: env.PLATFORM_FEE_PERCENT,
      /** How long after a meeting its earnings wait for a report of a problem. */
      waitHours: env.EARNINGS_WAIT_HOURS,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    /** Who may resolve reports, hide posts and suspend people: by verified e-mail. */
    operatorEmails: env.OPERATOR_EMAILS,
    operatorSubjects: env.OPERATOR_SUBJECTS,
    /** Where messages to support arrive; without it they are only stored. */
    supportEmail: env.SUPPORT_EMAIL ?? env.OPERATOR_EMAILS[0],
    /** The hosts from which a newcomer's picture at the provider is copied: no other address is ever fetched. */
    pictureHosts: env.PICTURE_HOSTS,
    /** How the browsers of a call find each other: who tells them their addresses, and who relays where nothing else works. */
    ice: {
      stunUrls: env.STUN_URLS,
      turn: env.TURN_URLS ? { urls: env.TURN_URLS, secret: env.TURN_SECRET! } : undefined,
    },
    /** The media servers of large calls; browsers reach them at the same addresses. */
    janus: env.JANUS_URLS
      ? { urls: env.JANUS_URLS, adminKey: env.JANUS_ADMIN_KEY!, tokenSecret: env.JANUS_TOKEN_SECRET! }
      : undefined,
    conversion: {
      gotenbergUrl: env.GOTENBERG_URL,
      timeoutMs: env.CONVERSION_TIMEOUT_MS,
      concurrency: env.CONVERSION_CONCURRENCY,
    },
    /** The model that answers questions about documents; without one, passages are looked up and quoted. */
    ai: {
      provider: env.AI_PROVIDER,
      baseUrl: env.AI_BASE_URL,
      apiKey: env.AI_API_KEY,
      model: env.AI_MODEL,
      /** How long the model may say nothing. */
      timeoutMs: env.AI_TIMEOUT_MS,
      /** What one person may have answered in a day. */
      tokensPerDay: env.AI_TOKENS_PER_DAY,
    },
    /** The model that makes vectors of passages and questions; without one, passages are found by their words alone. */
    embedding: env.AI_EMBEDDING_MODEL
      ? {
          model: env.AI_EMBEDDING_MODEL,
          baseUrl: (env.AI_EMBEDDING_BASE_URL ?? env.AI_BASE_URL)!,
          // Another host is never sent the key of the first.
          apiKey: env.AI_EMBEDDING_API_KEY ?? (env.AI_EMBEDDING_BASE_URL ? undefined : env.AI_API_KEY),
          timeoutMs: env.AI_TIMEOUT_MS,
          /** The least cosine at which a passage counts as being about a question. */
          floor: env.AI_EMBEDDING_FLOOR,
        }
      : undefined,
  }
}
