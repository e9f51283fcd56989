import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod/mini'
import { decimalToCents } from '#shared/domain/money.ts'

/**
 * The calls one caller may make per minute; the smaller limits of costly calls in the contract scale with it.
 */
export const defaultRequestsPerMinute = 1200

/**
 * The most that an answer is expected to cost: its passages, earlier messages, the question, and the answer.
 */
export const tokensPerAnswer = 8000

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

/** One email address. Those of a private network may have no dot. */
const email = z.email({ pattern: z.regexes.html5Email, error: 'must be one email address' })

/** Email addresses, separated by commas. */
const emails = z.pipe(
  z
    .string()
    .check(
      z.refine(
        value => parts(value).every(part => z.safeParse(email, part).success),
        'must be email addresses with commas between them',
      ),
    ),
  list,
)

/** The address that receivers see, with or without a name. */
const sender = z.string().check(
  z.refine(value => {
    const senders = addressparser(value, { flatten: true })
    return senders.length === 1 && z.safeParse(email, senders[0]!.address).success
  }, 'must be one email address, such as Ignite <no-reply@ignite.example.edu>'),
)

/**
 * The address of a server, which may contain a password. An unescaped `/`, `?` or `#` in the password ends the
 * host, and the `@` comes after it. Opening such an address would log it, password and all.
 */
const serverAddress = (protocol: RegExp, what: string) =>
  z.string().check(
    z.refine(
      value => {
        const url = URL.parse(value)
        // A folder with a socket takes the place of PostgreSQL's host.
        if (!url || !protocol.test(url.protocol) || !(url.host || url.searchParams.has('host'))) return false
        return !`${url.pathname}${url.search}${url.hash}`.includes('@')
      },
      {
        error: `must be ${what} address, with special characters of its password escaped, such as # as %23`,
        abort: true,
      },
    ),
  )

const postgres = serverAddress(/^postgres(ql)?:$/, 'a postgres://')

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
      'How this process runs. `production` refuses test keys; guessable values of `SECRET`, `METRICS_TOKEN`, `TURN_SECRET`, ' +
        '`JANUS_ADMIN_KEY` and `JANUS_TOKEN_SECRET`; secrets that Ignite’s source code publishes; addresses without https, ' +
        'except a model or a Gotenberg in a private network; and a Redis without TLS outside of one.',
    ),
    HOST: about(z._default(z.string(), '0.0.0.0'), 'The address the server listens on.', {
      takes: 'an IP address or a host name',
    }),
    PORT: about(whole(0, 65_535, 3000), 'The port the server listens on.'),
    PUBLIC_URL: about(z.optional(url), 'The address people use. Production requires it, with https.', {
      takes: 'an address without a path',
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
    DATABASE_URL: about(postgres, 'PostgreSQL 18 or newer, as the role that runs the product.', {
      takes: 'a `postgres://` address',
    }),
    DATABASE_OWNER_URL: about(
      z.optional(postgres),
      'The same database, as the role that owns the tables and migrates them. See [operations](operations.md#the-database).',
      {
        takes: 'a `postgres://` address',
        without: 'the role of `DATABASE_URL` does it all, and the log warns',
      },
    ),
    DATABASE_POOL_SIZE: about(
      whole(2, 200, 20),
      'The size of this process’s connection pool. Background jobs hold at most half of it at a time. The process opens two more connections, and a third with `DATABASE_REPLICA_URL`: see [operations](operations.md#the-database).',
    ),
    DATABASE_REPLICA_URL: about(
      z.optional(postgres),
      'A standby of the same database, which then answers feeds, searches and profiles. See [operations](operations.md#the-replica).',
      { takes: 'a `postgres://` address', without: 'the database of `DATABASE_URL` answers everything' },
    ),
    REDIS_URL: about(
      z.optional(
        serverAddress(/^rediss?:$/, 'a redis:// or rediss://').check(
          z.regex(/\/\/[^/]+(\/\d+)?$/, 'must end with its host, or with the number of a database'),
        ),
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
    OPERATOR_EMAILS: about(z._default(emails, []), 'The operators, by confirmed email address.', {
      takes: 'addresses with commas between them',
      without: 'nobody',
    }),
    OPERATOR_SUBJECTS: about(
      z._default(subjects, []),
      'The operators, by an id that never changes: theirs at the provider. See [operations](operations.md#operators).',
      { takes: '`google:…`, `microsoft:…` or `github:…`, with commas between them', without: 'nobody' },
    ),
    SUPPORT_EMAIL: about(
      z.optional(email),
      'Where messages to support go, and mails about reported problems, posts, people and messages.',
      {
        takes: 'one email address, for several people that of a mailing list',
        without: 'the first of `OPERATOR_EMAILS`; if there is none, messages are only stored',
      },
    ),
  },

  'Mail and notifications': {
    SMTP_URL: about(
      serverAddress(/^smtps?:$/, 'an smtp:// or smtps://'),
      'The mail server that sends Ignite’s email. At an `smtp://` address, it must offer STARTTLS unless it is in a private network. See [operations](operations.md#mail).',
      { takes: 'an `smtp://` or `smtps://` address' },
    ),
    MAIL_FROM: about(z.optional(sender), 'The sender of every email. Production requires it.', {
      takes: 'one email address, with or without a name',
      without: '`Ignite <no-reply@localhost>`',
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
      whole(100, 100_000, 30_000),
      'How long a conversion may take, in milliseconds. With the wait for its turn, it has two minutes.',
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
      'How many hours after a meeting its earnings are on hold, in case the student reports a problem.',
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
      'Janus media servers for meetings with room for more than four people. See [operations](operations.md#calls).',
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
      whole(tokensPerAnswer, 1_000_000_000, 150_000),
      `How many tokens one person may use in a day, sent and answered. Each answer reserves ${tokensPerAnswer.toLocaleString('en')}.`,
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

export const environment = z.object({
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

export type Environment = z.output<typeof environment>

/** The services of this build; each can run alone or with the others. */
export const knownServices = ['product', 'chat', 'assistant'] as const
export type Service = (typeof knownServices)[number]
