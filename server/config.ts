import * as z from 'zod/mini'
import { decimalToCents } from '#shared/domain/money.ts'

/** All settings that come from outside the server. Only this file reads the environment. */
export type Config = ReturnType<typeof build>

/** The environment is invalid; `faults` lists every fault at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration can’t be used:\n${faults.map(fault => `  - ${fault}\n`).join('')}docs/settings.md describes each setting.`,
    )
    this.faults = faults
  }
}

/**
 * The calls one caller may make per minute; the smaller limits of costly calls in the contract scale with it.
 */
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

/** Values separated by commas. */
const list = z.pipe(
  z.string(),
  z.transform(value => parts(value.toLowerCase())),
)

/** Addresses with these schemes, separated by commas. */
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

/** People by their ids at the providers, separated by commas. */
const subjects = z.pipe(
  z
    .string()
    .check(
      z.refine(
        value => parts(value).every(subject => /^(google|microsoft|github):./.test(subject)),
        'must list people by their ids at the provider, such as google:1093…',
      ),
    ),
  z.transform(parts),
)

const longSecret = z.string().check(z.minLength(16, 'needs at least 16 characters'))

/** Each one is accepted, so that you can add a new one before removing the old one. */
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

/** What docs/settings.md says about a setting, beyond what the schema says. */
type About = {
  /** The accepted values, if the schema can't say. */
  takes?: string
  /** What happens without it. */
  without?: string
}

const about = <T extends z.ZodMiniType>(schema: T, description: string, more: About = {}): T =>
  schema.check(z.meta({ description, ...more }))

/** Every setting, in the groups of docs/settings.md, which `npm run settings` writes from here. */
export const settings = {
  'The server': {
    NODE_ENV: about(
      z._default(z.enum(['production', 'development', 'test']), 'development'),
      'How this process runs. `production` refuses test keys, published or guessable secrets and addresses without https.',
    ),
    HOST: about(z._default(z.string(), '0.0.0.0'), 'The address the server listens on.', {
      takes: 'an IP address or a host name',
    }),
    PORT: about(whole(0, 65_535, 3000), 'The port the server listens on.'),
    PUBLIC_URL: about(z.optional(url), 'The address people use. Production requires it, with https.', {
      without: '`http://localhost:PORT`',
    }),
    SECRET: about(
      z.string().check(z.minLength(32, 'needs at least 32 characters')),
      'Signs cookies, tokens and links. Generate it at random, for example with `openssl rand -hex 32`.',
    ),
    SERVICES: about(z._default(list, ['product', 'chat', 'assistant']), 'The services this process runs.', {
      takes: '`product`, `chat` and `assistant`, with commas between them',
    }),
    CHAT_URL: about(
      z.optional(url),
      'The origin of a chat that runs on its own host. Set it for the product and for the chat.',
      { takes: 'an address without a path', without: 'the chat is at `PUBLIC_URL/chat`' },
    ),
    TRUST_PROXY: about(
      z._default(
        z.pipe(
          z
            .string()
            .check(z.regex(/^(true|false|[0-9])$/, 'must be the number of proxies before this server')),
          z.transform(value => (value === 'true' ? 1 : Number(value) || 0)),
        ),
        0,
      ),
      'How many of your own proxies are in front of the server, each of which adds to `X-Forwarded-For`.',
      { takes: 'a number from 0 to 9' },
    ),
    REQUESTS_PER_MINUTE: about(
      whole(1, 1_000_000, defaultRequestsPerMinute),
      'How many calls one person, or one address that isn’t signed in, may make in a minute. The smaller limits of costly calls scale with it.',
    ),
    LOG_LEVEL: about(
      z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
      'The lowest level that is logged. `info` logs one line for each request.',
    ),
    METRICS_TOKEN: about(z.optional(longSecret), 'The bearer token for `/metrics`.', {
      takes: 'at least 16 characters',
      without: 'this machine alone can read them, and in production nobody',
    }),
    WEB_DIR: about(z._default(z.string(), 'dist/web'), 'Where the built client is.', { takes: 'a folder' }),
  },

  'The database': {
    DATABASE_URL: about(
      z.string().check(z.startsWith('postgres', 'must be a postgres:// address')),
      'PostgreSQL 18 or newer, as the role that runs the product.',
      { takes: 'a `postgres://` address' },
    ),
    DATABASE_OWNER_URL: about(
      z.optional(z.string().check(z.startsWith('postgres', 'must be a postgres:// address'))),
      'The same database, as the role that owns the tables and migrates them. See [operations](operations.md#the-database).',
      {
        takes: 'a `postgres://` address',
        without: 'the role of `DATABASE_URL` does it all, and the log warns',
      },
    ),
    DATABASE_POOL_SIZE: about(
      whole(2, 200, 20),
      'The size of this process’s connection pool. The process opens two more connections, and a third with `DATABASE_REPLICA_URL`: see [operations](operations.md#the-database).',
    ),
    DATABASE_REPLICA_URL: about(
      z.optional(z.string().check(z.startsWith('postgres', 'must be a postgres:// address'))),
      'A standby of the same database, which then answers feeds, searches and profiles. See [operations](operations.md#the-replica).',
      { takes: 'a `postgres://` address', without: 'the database of `DATABASE_URL` answers everything' },
    ),
    REDIS_URL: about(
      z.optional(
        z.string().check(z.regex(/^rediss?:\/\/[^/]+(\/\d+)?$/, 'must be a redis:// or rediss:// address')),
      ),
      'Redis 7 or newer, for many servers on one database. Give all servers the same one. See [operations](operations.md#redis).',
      {
        takes: 'a `redis://` or `rediss://` address, which may end with the number of a database',
        without: 'PostgreSQL does its work',
      },
    ),
  },

  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: about(
      z.optional(z.url({ protocol: /^https?$/ })),
      'An OpenTelemetry collector, which gets traces as OTLP over HTTP, in JSON. See [operations](operations.md#traces).',
      { takes: 'an address, usually with port 4318', without: 'nothing is traced' },
    ),
    OTEL_EXPORTER_OTLP_HEADERS: about(
      z.optional(z.string()),
      'Headers that the collector expects with each call, such as a key.',
      { takes: '`name=value`, with commas between them', without: 'none' },
    ),
    OTEL_SERVICE_NAME: about(z.optional(z.string()), 'The name of this process in its traces.', {
      without: '`ignite`, or for example `ignite-chat` if it runs only some of the services',
    }),
    OTEL_TRACES_SAMPLER_ARG: about(
      z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 1),
      'The share of requests that are traced. A request is traced with everything it causes, or not at all.',
    ),
  },

  'Sign-in': {
    GOOGLE_CLIENT_ID: about(z.optional(z.string()), 'Sign-in with Google.', { without: 'off' }),
    GOOGLE_CLIENT_SECRET: about(z.optional(z.string()), 'Goes with `GOOGLE_CLIENT_ID`.'),
    GOOGLE_DISCOVERY_URL: about(
      z._default(url, 'https://accounts.google.com/.well-known/openid-configuration'),
      'Where Google’s OpenID Connect settings are. Change it only for a stand-in.',
    ),
    MICROSOFT_CLIENT_ID: about(z.optional(z.string()), 'Sign-in with Microsoft.', { without: 'off' }),
    MICROSOFT_CLIENT_SECRET: about(z.optional(z.string()), 'Goes with `MICROSOFT_CLIENT_ID`.'),
    MICROSOFT_TENANT_ID: about(z._default(z.string(), 'common'), 'Whose accounts may sign in.', {
      takes: 'a tenant’s id, `common`, `organizations` or `consumers`',
    }),
    MICROSOFT_AUTHORITY: about(
      z._default(url, 'https://login.microsoftonline.com'),
      'Where Microsoft signs people in. Change it only for another cloud or a stand-in.',
    ),
    GITHUB_CLIENT_ID: about(z.optional(z.string()), 'Sign-in with GitHub.', { without: 'off' }),
    GITHUB_CLIENT_SECRET: about(z.optional(z.string()), 'Goes with `GITHUB_CLIENT_ID`.'),
    PICTURE_HOSTS: about(
      z._default(list, ['lh3.googleusercontent.com', 'avatars.githubusercontent.com']),
      'The hosts a newcomer’s profile picture may be copied from. No other address is fetched.',
      { takes: 'hosts with commas between them' },
    ),
  },

  'Operators and support': {
    OPERATOR_EMAILS: about(z._default(list, []), 'The operators, by confirmed email address.', {
      takes: 'addresses with commas between them',
      without: 'nobody',
    }),
    OPERATOR_SUBJECTS: about(
      z._default(subjects, []),
      'The operators, by an id that never changes: theirs at the provider. See [operations](operations.md#operators).',
      { takes: '`google:…`, `microsoft:…` or `github:…`, with commas between them', without: 'nobody' },
    ),
    SUPPORT_EMAIL: about(
      z.optional(z.string().check(z.includes('@', 'must be an email address'))),
      'Where messages to support go.',
      {
        takes: 'an email address',
        without: 'the first of `OPERATOR_EMAILS`; if there is none, messages are only stored',
      },
    ),
  },

  'Mail and notifications': {
    SMTP_URL: about(
      z.string().check(z.startsWith('smtp', 'must be an smtp:// or smtps:// address')),
      'The mail server that sends Ignite’s email.',
      { takes: 'an `smtp://` or `smtps://` address' },
    ),
    MAIL_FROM: about(z._default(z.string(), 'Ignite <no-reply@localhost>'), 'The sender of every email.', {
      takes: 'an address, with or without a name',
    }),
    PUSH_HOSTS: about(
      z._default(list, [
        'fcm.googleapis.com',
        'push.services.mozilla.com',
        'notify.windows.com',
        'push.apple.com',
      ]),
      'The push services of browsers that notifications may go to, and the hosts below them. No other address is called.',
      { takes: 'hosts with commas between them' },
    ),
  },

  'Documents and files': {
    STORAGE_DIR: about(
      z.optional(z.string()),
      'The folder that stores documents. Required unless `S3_BUCKET` is set, and all processes must share it.',
      { takes: 'a folder' },
    ),
    S3_BUCKET: about(
      z.optional(z.string()),
      'The bucket that stores documents, at Amazon S3 or a service with the same protocol.',
      {
        without: 'documents are in `STORAGE_DIR`',
      },
    ),
    S3_ACCESS_KEY_ID: about(z.optional(z.string()), 'Goes with `S3_BUCKET`.'),
    S3_SECRET_ACCESS_KEY: about(z.optional(z.string()), 'Goes with `S3_BUCKET`.'),
    S3_ENDPOINT: about(z.optional(url), 'The address of the store. Production requires https.', {
      without: 'Amazon’s own',
    }),
    S3_REGION: about(z._default(z.string(), 'us-east-1'), 'The region of the bucket.'),
    S3_FORCE_PATH_STYLE: about(
      flag,
      'Whether the bucket’s name goes into the path and not into the host name.',
    ),
    GOTENBERG_URL: about(z.optional(url), 'A Gotenberg that turns office files into PDFs.', {
      without: 'a sandboxed LibreOffice in a process of its own',
    }),
    CONVERSION_TIMEOUT_MS: about(
      whole(100, 600_000, 30_000),
      'How long a conversion may take, in milliseconds.',
    ),
    CONVERSION_CONCURRENCY: about(whole(1, 16, 1), 'How many conversions run at the same time.'),
  },

  Payments: {
    STRIPE_SECRET_KEY: about(
      z.string().check(z.startsWith('sk_', 'must be a secret key, which begins with sk_')),
      'Stripe’s secret key. Production requires a live one.',
      { takes: 'a key that begins with `sk_`' },
    ),
    STRIPE_PUBLISHABLE_KEY: about(
      z.string().check(z.startsWith('pk_', 'must be a publishable key, which begins with pk_')),
      'Stripe’s publishable key, of the same kind (test or live).',
      { takes: 'a key that begins with `pk_`' },
    ),
    STRIPE_WEBHOOK_SECRET: about(
      secrets,
      'The secrets that sign Stripe’s events at `PUBLIC_URL/api/stripe/webhook`. Each one is accepted, so that you can add a new one before you remove the old one.',
      { takes: 'secrets of at least 8 characters, with commas between them' },
    ),
    STRIPE_API_URL: about(
      z._default(url, 'https://api.stripe.com'),
      'Where Stripe’s API is. Change it only for a stand-in.',
    ),
    STRIPE_CONNECT_SCRIPT_URL: about(
      z.optional(url),
      'Where the script of Stripe’s form for bank accounts is. Set it only for a stand-in.',
      { without: 'Stripe’s own' },
    ),
    PLATFORM_FEE_PERCENT: about(z._default(percent, 0), 'The platform’s fee, on top of the tutor’s price.', {
      takes: 'a percentage from 0 to 99.99, with up to two decimals',
    }),
    EARNINGS_WAIT_HOURS: about(
      whole(0, 24 * 90, 48),
      'How many hours after a meeting its earnings wait, in case the student reports a problem.',
    ),
  },

  Calls: {
    STUN_URLS: about(
      z._default(addresses(['stun:', 'stuns:']), []),
      'Servers that tell browsers in a call their public address.',
      {
        takes: '`stun:` or `stuns:` addresses with commas between them',
        without: 'none: calls work within one network',
      },
    ),
    TURN_URLS: about(
      z.optional(addresses(['turn:', 'turns:'])),
      'A relay for calls without a direct path. See [operations](operations.md#calls).',
      { takes: '`turn:` or `turns:` addresses with commas between them', without: 'none' },
    ),
    TURN_SECRET: about(
      z.optional(longSecret),
      'The secret that Ignite and the relay share. Goes with `TURN_URLS`.',
    ),
    JANUS_URLS: about(
      z.optional(addresses(['wss://', 'ws://'])),
      'Janus media servers for calls of more than four people. See [operations](operations.md#calls).',
      { takes: '`wss://` addresses with commas between them', without: 'calls have up to four people' },
    ),
    JANUS_ADMIN_KEY: about(
      z.optional(longSecret),
      'The `admin_key` of the videoroom plugin. Goes with `JANUS_URLS`.',
    ),
    JANUS_TOKEN_SECRET: about(
      z.optional(longSecret),
      'The `token_auth_secret` of Janus, which must differ from `JANUS_ADMIN_KEY`. Goes with `JANUS_URLS`.',
    ),
  },

  'The assistant': {
    AI_MODEL: about(z.optional(z.string()), 'The model that answers questions about documents.', {
      without: 'passages are looked up and quoted',
    }),
    AI_PROVIDER: about(
      z._default(z.enum(['openai-compatible', 'anthropic']), 'openai-compatible'),
      'The protocol that the model speaks.',
    ),
    AI_BASE_URL: about(
      z.optional(url),
      'Where the model is. `AI_MODEL` requires it with `openai-compatible`.',
      { without: 'Anthropic’s own, with `anthropic`' },
    ),
    AI_API_KEY: about(z.optional(z.string()), 'The model’s key. `AI_MODEL` requires it with `anthropic`.', {
      without: 'none',
    }),
    AI_TIMEOUT_MS: about(whole(100, 120_000, 30_000), 'How long the model may be silent, in milliseconds.'),
    AI_TOKENS_PER_DAY: about(
      whole(1, 1_000_000_000, 150_000),
      'How many tokens one person may use in a day, sent and answered.',
    ),
    AI_EMBEDDING_MODEL: about(
      z.optional(z.string()),
      'An embedding model, which finds passages that use other words than the question.',
      { without: 'passages are found by their words alone' },
    ),
    AI_EMBEDDING_BASE_URL: about(z.optional(url), 'Where that model is. It must speak OpenAI’s protocol.', {
      without: 'at `AI_BASE_URL`',
    }),
    AI_EMBEDDING_API_KEY: about(z.optional(z.string()), 'The key of that model.', {
      without: '`AI_API_KEY`, unless the model is at another host',
    }),
    AI_EMBEDDING_FLOOR: about(
      z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 0.35),
      'The lowest cosine at which a passage counts as relevant; it differs from model to model.',
    ),
  },
}

const environment = z.object({
  ...settings['The server'],
  ...settings['The database'],
  ...settings.Traces,
  ...settings['Sign-in'],
  ...settings['Operators and support'],
  ...settings['Mail and notifications'],
  ...settings['Documents and files'],
  ...settings.Payments,
  ...settings.Calls,
  ...settings['The assistant'],
})

type Environment = z.output<typeof environment>

/** The services of this build; each can run alone or with the others. */
const knownServices = ['product', 'chat', 'assistant'] as const
export type Service = (typeof knownServices)[number]

/** Parses the environment. Throws a ConfigError that lists every fault. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // A shell or a compose file sets a variable empty to say "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.safeParse(environment, given)
  if (parsed.success) {
    const faults = contradictions(parsed.data)
    if (faults.length > 0) throw new ConfigError(faults)
    return build(parsed.data)
  }
  const wrong = new Map(
    parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      return [name, name in given ? `${name}: ${message}` : `${name} is not set`]
    }),
  )
  // Valid settings may still conflict. A setting that is invalid by itself is listed only once.
  const right = Object.entries(environment.shape).filter(([name]) => !wrong.has(name))
  const partly = Object.fromEntries(right.map(([name, schema]) => [name, z.parse(schema, given[name])]))
  const namesWrong = new RegExp(`\\b(${[...wrong.keys()].join('|')})\\b`)
  throw new ConfigError([
    ...wrong.values(),
    ...contradictions(partly).filter(fault => !namesWrong.test(fault)),
  ])
}

function contradictions(env: Partial<Environment>): string[] {
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
    faults.push(
      'JANUS_ADMIN_KEY and JANUS_TOKEN_SECRET must differ: one creates rooms, and the other signs the tokens of people who join',
    )
  if (!env.S3_BUCKET && !env.STORAGE_DIR)
    faults.push('STORAGE_DIR or S3_BUCKET must be set: Ignite has nowhere to store documents')
  if (!env.GOOGLE_CLIENT_ID && !env.MICROSOFT_CLIENT_ID && !env.GITHUB_CLIENT_ID) {
    faults.push('GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID or GITHUB_CLIENT_ID must be set: nobody could sign in')
  }
  if (env.AI_MODEL && env.AI_PROVIDER === 'openai-compatible' && !env.AI_BASE_URL)
    faults.push('AI_BASE_URL must be set with AI_MODEL: openai-compatible has no default address')
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
  if (env.SERVICES?.length === 0) faults.push('SERVICES names no service')
  for (const name of env.SERVICES ?? []) {
    if (!knownServices.some(known => known === name)) faults.push(`SERVICES: there is no service "${name}"`)
  }
  if (env.CHAT_URL && new URL(env.CHAT_URL).origin !== env.CHAT_URL.replace(/\/$/, ''))
    faults.push('CHAT_URL must be an origin, without a path')
  if (env.NODE_ENV === 'production') {
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL must be set in production')
    else if (!env.PUBLIC_URL.startsWith('https://'))
      faults.push('PUBLIC_URL must be an https:// address in production')
    if (env.SECRET && isGuessable(env.SECRET))
      faults.push(
        'SECRET repeats itself, so anyone could guess it and sign in as anyone. Generate one with `openssl rand -hex 32`',
      )
    for (const name of [
      'SECRET',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ] as const) {
      const values = [env[name] ?? []].flat()
      if (values.some(value => published.test(value)))
        faults.push(`${name} is published in Ignite’s source code, where everyone can read it`)
    }
    if (!isLive(env.STRIPE_SECRET_KEY))
      faults.push('STRIPE_SECRET_KEY is a test key, which moves no real money. Production needs a live one')
    if (env.S3_BUCKET && env.S3_ENDPOINT && !env.S3_ENDPOINT.startsWith('https://'))
      faults.push(
        'S3_ENDPOINT must be an https:// address in production: documents and their links travel over it',
      )
    if (env.CHAT_URL && !env.CHAT_URL.startsWith('https://'))
      faults.push('CHAT_URL must be an https:// address in production')
    if (env.STRIPE_API_URL && !env.STRIPE_API_URL.startsWith('https://'))
      faults.push('STRIPE_API_URL must be an https:// address in production')
    if (env.STRIPE_CONNECT_SCRIPT_URL && !env.STRIPE_CONNECT_SCRIPT_URL.startsWith('https://'))
      faults.push('STRIPE_CONNECT_SCRIPT_URL must be an https:// address in production')
    if (env.JANUS_URLS?.some(address => !address.startsWith('wss://')))
      faults.push('JANUS_URLS must be wss:// addresses in production')
    const insecure = [env.GOOGLE_DISCOVERY_URL, env.MICROSOFT_AUTHORITY].filter(
      address => address && !address.startsWith('https://'),
    )
    for (const address of insecure)
      faults.push(`${address}: an identity provider must be an https:// address in production`)
  }
  return faults
}

/** The secrets of the local stand-ins and of the tests contain these words. */
const published = /only_for_the_local|for[_ ]tests/

/**
 * One letter repeated, or a word twice: long but easy to guess. 32 random characters of any alphabet contain
 * more different ones.
 */
function isGuessable(secret: string): boolean {
  const repeats = (secret + secret).indexOf(secret, 1) < secret.length
  return repeats || new Set(secret).size < 8
}

/** The provider's keys contain whether they move real money. */
function isLive(key = ''): boolean {
  return /^[a-z]+_live_/.test(key)
}

function nameOfServices(services: string[]): string {
  const all = knownServices.every(service => services.includes(service))
  return ['ignite', ...(all ? [] : services)].join('-')
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
    /**
     * The role that owns and migrates the tables and grants access to the running role; if unset, the running
     * role does both.
     */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** A standby, for reads that may lag a second behind. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** What servers share that may be lost; without it, that is in PostgreSQL. */
    redisUrl: env.REDIS_URL,
    logLevel: env.LOG_LEVEL,
    /** Where traces go. The exporter reads the headers, and OTEL's other variables for it, by itself. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          serviceName: env.OTEL_SERVICE_NAME ?? nameOfServices(env.SERVICES),
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    /** How many of our proxies add to X-Forwarded-For; anyone can write what comes before theirs. */
    trustedProxies: env.TRUST_PROXY,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    metricsToken: env.METRICS_TOKEN,
    webDir: env.WEB_DIR,
    /** The services that this process runs. */
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
      /** The script of the provider's embedded form, if it isn't at the usual address. */
      connectScriptUrl: env.STRIPE_CONNECT_SCRIPT_URL,
      /** Whether the keys move real money; we ignore events of the other kind. */
      live: isLive(env.STRIPE_SECRET_KEY),
    },
    money: {
      /** The platform's fee on top of a tutor's price, in hundredths of a percent. */
      feeBasisPoints: env.PLATFORM_FEE_PERCENT,
      /** How long after a meeting its earnings wait for a problem report. */
      waitHours: env.EARNINGS_WAIT_HOURS,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    /** Who may resolve reports, hide posts and suspend people: by verified email. */
    operatorEmails: env.OPERATOR_EMAILS,
    operatorSubjects: env.OPERATOR_SUBJECTS,
    /** Where messages to support go; without it they are only stored. */
    supportEmail: env.SUPPORT_EMAIL ?? env.OPERATOR_EMAILS[0],
    /** The hosts from which the server copies a newcomer's picture; it fetches no other address. */
    pictureHosts: env.PICTURE_HOSTS,
    /** The push services of browsers: notifications go to these hosts, to hosts below them, and to no other address. */
    pushHosts: env.PUSH_HOSTS,
    /**
     * How the browsers in a call find each other: servers that tell them their addresses, and relays for when
     * nothing else works.
     */
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
    /** The model that answers questions about documents; without one, the assistant quotes passages. */
    ai: {
      provider: env.AI_PROVIDER,
      baseUrl: env.AI_BASE_URL,
      apiKey: env.AI_API_KEY,
      model: env.AI_MODEL,
      /** How long the model may be silent. */
      timeoutMs: env.AI_TIMEOUT_MS,
      /** One person's tokens per day. */
      tokensPerDay: env.AI_TOKENS_PER_DAY,
    },
    /** The model that makes vectors of passages and questions; without one, words alone find passages. */
    embedding: env.AI_EMBEDDING_MODEL
      ? {
          model: env.AI_EMBEDDING_MODEL,
          baseUrl: (env.AI_EMBEDDING_BASE_URL ?? env.AI_BASE_URL)!,
          // The first host's key is never sent to another host.
          apiKey: env.AI_EMBEDDING_API_KEY ?? (env.AI_EMBEDDING_BASE_URL ? undefined : env.AI_API_KEY),
          timeoutMs: env.AI_TIMEOUT_MS,
          /** The lowest cosine at which a passage counts as relevant to a question. */
          floor: env.AI_EMBEDDING_FLOOR,
        }
      : undefined,
  }
}
