import { describe, expect, test } from 'vitest'
import { localSecretKey, localWebhookSecret } from '../../local/payments/payments.ts'
import { leastSettings } from '../../test/harness/settings.ts'
import { ConfigError, loadConfig } from './config.ts'

/** A correct production configuration. */
const real = {
  ...leastSettings,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ignite.example',
  MAIL_FROM: 'Ignite, Inc. <no-reply@ignite.example>',
  SECRET: 'y8Gk2vQm5TzXr0PbLw7NcHs4JdFa9UeR',
  STRIPE_SECRET_KEY: 'sk_live_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
}
const guessableFault = (name: string, harm: string) =>
  `${name} repeats itself, so anyone could guess it and ${harm}. Generate one with \`openssl rand -hex 32\``
const guessable = guessableFault('SECRET', 'sign in as anyone')

const relay = { TURN_URLS: 'turn:turn.ignite.example' }
const rooms = {
  JANUS_URLS: 'wss://janus.ignite.example',
  JANUS_ADMIN_KEY: 'mP4wZ7kQ2xLs9TrB',
  JANUS_TOKEN_SECRET: 'hV8nC3yJ6dFg5KuE',
}
const unencrypted = (name: string, address = 'an https://', what = 'documents') =>
  `${name} must be ${address} address in production, unless it is in a private network (a private IP address, a name without a dot, or one under .internal, .local, .lan or .svc): people’s ${what} travel over it`
const modelAt = (url: string) => ({ AI_MODEL: 'tutor', AI_API_KEY: 'key', AI_BASE_URL: url })

function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('the configuration', () => {
  test('has its defaults in a working environment', () => {
    expect(loadConfig(leastSettings)).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      production: false,
      services: ['product', 'chat', 'assistant'],
      storage: { kind: 'folder', folder: '/var/lib/ignite' },
      identity: { microsoft: undefined, github: undefined },
      stripe: { webhookSecrets: ['whsec_secret'], live: false, connectScriptUrl: undefined },
      money: { feeBasisPoints: 0, waitHours: 48 },
    })
  })

  test('accepts several webhook secrets, and a fee with two decimals', () => {
    const env = {
      ...leastSettings,
      STRIPE_WEBHOOK_SECRET: 'whsec_OldOne, whsec_NewOne',
      PLATFORM_FEE_PERCENT: '12.5',
    }
    expect(loadConfig(env)).toMatchObject({
      stripe: { webhookSecrets: ['whsec_OldOne', 'whsec_NewOne'] },
      money: { feeBasisPoints: 1250 },
    })
  })

  test('requests vectors from the model’s host, but sends its key to no other host', () => {
    const env = {
      ...leastSettings,
      AI_BASE_URL: 'https://models.example/v1',
      AI_API_KEY: 'key-of-models',
      AI_EMBEDDING_MODEL: 'small',
    }
    expect(loadConfig(leastSettings).embedding).toBeUndefined()
    expect(loadConfig(env).embedding).toMatchObject({
      model: 'small',
      baseUrl: 'https://models.example/v1',
      apiKey: 'key-of-models',
      floor: 0.35,
    })
    const elsewhere = loadConfig({ ...env, AI_EMBEDDING_BASE_URL: 'https://vectors.example/v1' }).embedding
    expect(elsewhere).toMatchObject({ baseUrl: 'https://vectors.example/v1', apiKey: undefined })
  })

  test('of an empty environment lists everything that is missing, at once', () => {
    expect(faultsOf({})).toEqual([
      'SECRET is not set',
      'DATABASE_URL is not set',
      'SMTP_URL is not set',
      'STRIPE_SECRET_KEY is not set',
      'STRIPE_PUBLISHABLE_KEY is not set',
      'STRIPE_WEBHOOK_SECRET is not set',
      'STORAGE_DIR or S3_BUCKET must be set: Ignite has nowhere to store documents',
      'GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID or GITHUB_CLIENT_ID must be set: nobody could sign in',
    ])
  })

  test('lists missing and conflicting settings together, each once', () => {
    const { STORAGE_DIR, SMTP_URL, STRIPE_SECRET_KEY, ...rest } = real
    const halfway = {
      ...rest,
      PUBLIC_URL: 'http://ignite.example',
      TURN_URLS: 'turn:relay',
      TURN_SECRET: 'short',
    }
    expect(faultsOf(halfway)).toEqual([
      'SMTP_URL is not set',
      'STRIPE_SECRET_KEY is not set',
      'TURN_SECRET: needs at least 16 characters',
      'STORAGE_DIR or S3_BUCKET must be set: Ignite has nowhere to store documents',
      'PUBLIC_URL must be an https:// address in production',
    ])
  })

  test.each([
    ['a short secret', { SECRET: 'short' }, 'SECRET: needs at least 32 characters'],
    ['a port that is none', { PORT: '70000' }, 'PORT: '],
    ['another database', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be a postgres:// address'],
    [
      'a Redis without an address',
      { REDIS_URL: 'cache.example:6379' },
      'REDIS_URL: must be a redis:// or rediss:// address',
    ],
    [
      'two addresses for support, where mail would reach neither',
      { SUPPORT_EMAIL: 'ana@example.edu, ben@example.edu' },
      'SUPPORT_EMAIL: must be one email address',
    ],
    [
      'an operator without an address',
      { OPERATOR_EMAILS: 'ana@example.edu, ben' },
      'OPERATOR_EMAILS: must be email addresses',
    ],
    [
      'half of Google’s credentials',
      { GOOGLE_CLIENT_SECRET: '' },
      'GOOGLE_CLIENT_SECRET must be set with GOOGLE_CLIENT_ID',
    ],
    [
      'a relay without its secret',
      { TURN_URLS: 'turn:relay.example.edu' },
      'TURN_SECRET must be set with TURN_URLS',
    ],
    [
      'a relay that is none',
      { STUN_URLS: 'https://x' },
      'STUN_URLS: must be addresses that begin with stun:',
    ],
    [
      'half of a media server’s keys',
      { JANUS_URLS: 'wss://media.example.edu', JANUS_ADMIN_KEY: 'a key that is long enough' },
      'JANUS_TOKEN_SECRET must be set with JANUS_URLS and JANUS_ADMIN_KEY',
    ],
    [
      'vectors from nowhere',
      { AI_EMBEDDING_MODEL: 'small' },
      'AI_EMBEDDING_BASE_URL or AI_BASE_URL must be set with AI_EMBEDDING_MODEL',
    ],
    [
      'vectors from a provider that makes none',
      { AI_EMBEDDING_MODEL: 'small', AI_PROVIDER: 'anthropic', AI_BASE_URL: 'https://models.example' },
      'anthropic has no embeddings',
    ],
    [
      'a place for vectors without a model',
      { AI_EMBEDDING_BASE_URL: 'https://vectors.example/v1' },
      'AI_EMBEDDING_MODEL must be set with AI_EMBEDDING_BASE_URL',
    ],
    ['fewer tokens a day than one answer reserves', { AI_TOKENS_PER_DAY: '7999' }, 'AI_TOKENS_PER_DAY: '],
    ['a likeness beyond the same', { AI_EMBEDDING_FLOOR: '35' }, 'AI_EMBEDDING_FLOOR: '],
    ['no provider', { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }, 'nobody could sign in'],
    ['no place for documents', { STORAGE_DIR: '' }, 'Ignite has nowhere to store documents'],
    [
      'a bucket without keys',
      { S3_BUCKET: 'notes' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set with S3_BUCKET',
    ],
    ['a service that isn’t there', { SERVICES: 'product,chess' }, 'there is no service "chess"'],
    ['a sender without an address', { MAIL_FROM: 'Ignite' }, 'MAIL_FROM: must be one email address'],
    [
      'two senders',
      { MAIL_FROM: 'ana@example.edu, ben@example.edu' },
      'MAIL_FROM: must be one email address',
    ],
    [
      'a database beyond Redis’ numbers',
      { REDIS_URL: 'redis://cache.example/ignite' },
      'REDIS_URL: must end with its host',
    ],
    ['production without a sender', { NODE_ENV: 'production' }, 'MAIL_FROM must be set in production'],
    ['production without an address', { NODE_ENV: 'production' }, 'PUBLIC_URL must be set in production'],
    [
      'production without https',
      { NODE_ENV: 'production', PUBLIC_URL: 'http://ignite.example' },
      'https:// address in production',
    ],
    [
      'production with a local provider',
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://ignite.example',
        GOOGLE_DISCOVERY_URL: 'http://localhost:1/x',
      },
      'GOOGLE_DISCOVERY_URL must be an https:// address in production',
    ],
    ['proxies that nobody can count', { TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be the number of proxies'],
    ['a short webhook secret among others', { STRIPE_WEBHOOK_SECRET: 'whsec_long,short' }, 'at least 8'],
    ['a fee that is none', { PLATFORM_FEE_PERCENT: '12.555' }, 'PLATFORM_FEE_PERCENT: must be a percentage'],
    [
      'a key for real money beside one that isn’t',
      { STRIPE_SECRET_KEY: 'sk_live_key' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY',
    ],
    [
      'production with a local form of the payment provider',
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://ignite.example',
        STRIPE_CONNECT_SCRIPT_URL: 'http://localhost:1/x',
      },
      'STRIPE_CONNECT_SCRIPT_URL must be an https:// address in production',
    ],
  ])('refuses %s and says so', (_, change, fault) => {
    expect(faultsOf({ ...leastSettings, ...change }).join('\n')).toContain(fault)
  })

  test.each([
    ['SMTP_URL', 'smtp', 'an smtp:// or smtps://'],
    ['DATABASE_URL', 'postgres', 'a postgres://'],
    ['DATABASE_OWNER_URL', 'postgres', 'a postgres://'],
    ['DATABASE_REPLICA_URL', 'postgres', 'a postgres://'],
    ['REDIS_URL', 'redis', 'a redis:// or rediss://'],
  ])(
    'refuses a %s without a host or with an unescaped password, which it doesn’t repeat',
    (name, scheme, what) => {
      const fault = `${name}: must be ${what} address, with special characters of its password escaped, such as # as %23`
      for (const rest of [
        '',
        ':',
        '://',
        '://me:pa#ss@host.example',
        '://me:pa/ss@host.example',
        '://me:12?ss@host.example',
      ]) {
        expect(faultsOf({ ...leastSettings, [name]: scheme + rest })).toEqual([fault])
      }
      expect(faultsOf({ ...leastSettings, [name]: `${scheme}://me:pa%23s@s@host.example` })).toEqual([])
    },
  )

  test('accepts a database at a socket', () => {
    for (const url of [
      'postgres:///ignite?host=/run/postgresql',
      'postgresql://me@%2Frun%2Fpostgresql/ignite',
    ])
      expect(faultsOf({ ...leastSettings, DATABASE_URL: url })).toEqual([])
  })

  test.each(['PUBLIC_URL', 'CHAT_URL'])('takes a %s as people write it, but none with a path', name => {
    const withUrl = (url: string) => ({ ...leastSettings, [name]: url })
    const config = loadConfig(withUrl('https://Ignite.example:443/'))
    expect([config.publicUrl, config.chatOrigin]).toContain('https://ignite.example')
    for (const rest of ['ignite', '?from=mail', '#posts'])
      expect(faultsOf(withUrl(`https://ignite.example/${rest}`))).toEqual([
        `${name} must be an origin, without a path`,
      ])
  })

  test('of a real production is accepted', () => {
    expect(faultsOf(real)).toEqual([])
  })

  test.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://10.1.2.3',
    'http://172.31.0.9:8000',
    'http://192.168.1.20',
    'http://[fd12:3456::1]:8080',
    'http://model:8080/v1',
    'http://model.ignite.svc.cluster.local',
    'http://host.docker.internal:11434',
    'https://models.example.com',
  ])('of a production may have its model at %s', url => {
    expect(faultsOf({ ...real, ...modelAt(url), GOTENBERG_URL: url })).toEqual([])
  })

  test.each([
    'redis://:password@redis:6379',
    'redis://10.1.2.3',
    'redis://Redis.Internal/1',
    'rediss://:password@redis.example.com',
  ])('of a production may have its Redis at %s', REDIS_URL => {
    expect(faultsOf({ ...real, REDIS_URL })).toEqual([])
  })

  test.each([
    ['smtp://user:password@mail.example.com:587', true],
    ['smtp://203.0.113.7', true],
    ['smtp://relay:25', false],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://[fd12:3456::1]', false],
  ])('requires a mail server at %s to encrypt: %s', (SMTP_URL, requireTls) => {
    expect(loadConfig({ ...real, SMTP_URL }).mail).toMatchObject({ requireTls })
  })

  test.each([
    ['digits', '8317264950173648'],
    ['hexadecimal digits', 'c0ffee15900dfade'],
  ])('of a production may have a short random token of %s', (_, token) => {
    expect(faultsOf({ ...real, METRICS_TOKEN: token })).toEqual([])
  })

  test.each([
    [
      'test keys',
      { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_PUBLISHABLE_KEY: 'pk_test_key' },
      ['STRIPE_SECRET_KEY is a test key, which moves no real money. Production needs a live one'],
    ],
    [
      'the local provider’s webhook secret among others',
      { STRIPE_WEBHOOK_SECRET: `whsec_real_one,${localWebhookSecret}` },
      ['STRIPE_WEBHOOK_SECRET is published in Ignite’s source code, where everyone can read it'],
    ],
    [
      'the local provider’s keys',
      { STRIPE_SECRET_KEY: localSecretKey, STRIPE_PUBLISHABLE_KEY: 'pk_test_key' },
      [
        'STRIPE_SECRET_KEY is published in Ignite’s source code, where everyone can read it',
        'STRIPE_SECRET_KEY is a test key, which moves no real money. Production needs a live one',
      ],
    ],
    [
      'the tests’ secret',
      { SECRET: leastSettings.SECRET },
      ['SECRET is published in Ignite’s source code, where everyone can read it'],
    ],
    ['a secret of one letter', { SECRET: 'a'.repeat(40) }, [guessable]],
    ['a secret of few letters', { SECRET: 'abcabcbacbacbcabcacbcabcabbcabcabacb' }, [guessable]],
    ['a secret that is a word again and again', { SECRET: 'correct-horse-'.repeat(3) }, [guessable]],
    [
      'a guessable token for the metrics',
      { METRICS_TOKEN: 'a'.repeat(16) },
      [guessableFault('METRICS_TOKEN', 'read the metrics')],
    ],
    [
      'a guessable secret of the relay',
      { ...relay, TURN_SECRET: 'abababaaabbbabab' },
      [guessableFault('TURN_SECRET', 'use your relay')],
    ],
    [
      'guessable secrets of the media servers',
      { ...rooms, JANUS_ADMIN_KEY: 'a'.repeat(16), JANUS_TOKEN_SECRET: 'secret'.repeat(3) },
      [
        guessableFault('JANUS_ADMIN_KEY', 'create rooms on your media servers'),
        guessableFault('JANUS_TOKEN_SECRET', 'enter any call on your media servers'),
      ],
    ],
    [
      'the tests’ secrets of the relay and the media servers',
      {
        ...relay,
        ...rooms,
        TURN_SECRET: 'a relay secret for tests',
        JANUS_ADMIN_KEY: 'an admin key for tests',
      },
      [
        'TURN_SECRET is published in Ignite’s source code, where everyone can read it',
        'JANUS_ADMIN_KEY is published in Ignite’s source code, where everyone can read it',
      ],
    ],
    [
      'a model on the internet without https',
      modelAt('http://models.example.com/v1'),
      [unencrypted('AI_BASE_URL')],
    ],
    [
      'models and a Gotenberg at public addresses without https',
      {
        ...modelAt('http://203.0.113.7'),
        AI_EMBEDDING_MODEL: 'vectors',
        AI_EMBEDDING_BASE_URL: 'http://[2001:db8::1]:8080',
        GOTENBERG_URL: 'http://172.32.0.1:3000',
      },
      ['AI_BASE_URL', 'AI_EMBEDDING_BASE_URL', 'GOTENBERG_URL'].map(name => unencrypted(name)),
    ],
    [
      'a Redis on the internet without TLS',
      { REDIS_URL: 'redis://:password@redis.example.com:6379/1' },
      [unencrypted('REDIS_URL', 'a rediss://', 'messages')],
    ],
    [
      'a store without https',
      {
        S3_BUCKET: 'notes',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'key',
        S3_ENDPOINT: 'http://store.example',
      },
      ['S3_ENDPOINT must be an https:// address in production: documents and their links travel over it'],
    ],
  ])('of a production refuses %s, and only production does', (_, change, faults) => {
    expect(faultsOf({ ...real, ...change })).toEqual(faults)
    expect(faultsOf({ ...real, ...change, NODE_ENV: 'development' })).toEqual([])
  })
})
