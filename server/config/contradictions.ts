import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type Environment, knownServices } from './settings.ts'

type Given = Partial<Environment>

/** What is wrong with settings that are valid by themselves: a sentence for each fault, which names the settings. */
export function contradictions(env: Given): string[] {
  return [
    ...incomplete(env),
    ...unusable(env),
    ...(env.NODE_ENV === 'production' ? [...unset(env), ...insecure(env), ...withoutTls(env)] : []),
  ]
}

/** Settings that go together. */
const groups: (keyof Environment)[][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['TURN_URLS', 'TURN_SECRET'],
  ['JANUS_URLS', 'JANUS_ADMIN_KEY', 'JANUS_TOKEN_SECRET'],
]

function incomplete(env: Given): string[] {
  const faults: string[] = []
  for (const names of groups) {
    const missing = names.filter(name => env[name] === undefined)
    const present = names.filter(name => env[name] !== undefined)
    if (missing.length > 0 && present.length > 0) {
      faults.push(`${missing.join(' and ')} must be set with ${present.join(' and ')}`)
    }
  }
  if (!env.S3_BUCKET && !env.STORAGE_DIR)
    faults.push('STORAGE_DIR or S3_BUCKET must be set: Ignite has nowhere to store documents')
  if (!env.GOOGLE_CLIENT_ID && !env.MICROSOFT_CLIENT_ID && !env.GITHUB_CLIENT_ID) {
    faults.push('GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID or GITHUB_CLIENT_ID must be set: nobody could sign in')
  }
  return [...faults, ...incompleteModels(env)]
}

function incompleteModels(env: Given): string[] {
  const faults: string[] = []
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
  return faults
}

function unusable(env: Given): string[] {
  const faults: string[] = []
  if (env.JANUS_ADMIN_KEY !== undefined && env.JANUS_ADMIN_KEY === env.JANUS_TOKEN_SECRET)
    faults.push(
      'JANUS_ADMIN_KEY and JANUS_TOKEN_SECRET must differ: one creates rooms, and the other signs the tokens of people who join',
    )
  if (movesRealMoney(env.STRIPE_SECRET_KEY) !== movesRealMoney(env.STRIPE_PUBLISHABLE_KEY))
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for real money, and the other isn’t')
  if (env.SERVICES?.length === 0) faults.push('SERVICES names no service')
  for (const name of env.SERVICES ?? []) {
    if (!knownServices.some(known => known === name)) faults.push(`SERVICES: there is no service "${name}"`)
  }
  for (const name of ['PUBLIC_URL', 'CHAT_URL'] as const) {
    if (!env[name]) continue
    const { href, origin } = new URL(env[name])
    if (href !== `${origin}/`) faults.push(`${name} must be an origin, without a path`)
  }
  return faults
}

/** Settings whose defaults are good only on your own machine. */
function unset(env: Given): string[] {
  return (['PUBLIC_URL', 'MAIL_FROM'] as const)
    .filter(name => !env[name])
    .map(name => `${name} must be set in production`)
}

/** The secrets that operators make up, and what anyone could do who guesses one. */
const madeUp = {
  SECRET: 'sign in as anyone',
  METRICS_TOKEN: 'read the metrics',
  TURN_SECRET: 'use your relay',
  JANUS_ADMIN_KEY: 'create rooms on your media servers',
  JANUS_TOKEN_SECRET: 'enter any call on your media servers',
} as const
const madeUpNames = Object.keys(madeUp) as (keyof typeof madeUp)[]

function insecure(env: Given): string[] {
  const faults: string[] = []
  for (const name of madeUpNames) {
    if (env[name] !== undefined && isGuessable(env[name]))
      faults.push(
        `${name} repeats itself, so anyone could guess it and ${madeUp[name]}. Generate one with \`openssl rand -hex 32\``,
      )
  }
  for (const name of [
    ...madeUpNames,
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ] as const) {
    const values = [env[name] ?? []].flat()
    if (values.some(value => published.test(value)))
      faults.push(`${name} is published in Ignite’s source code, where everyone can read it`)
  }
  if (!movesRealMoney(env.STRIPE_SECRET_KEY))
    faults.push('STRIPE_SECRET_KEY is a test key, which moves no real money. Production needs a live one')
  return faults
}

/** Addresses that secrets, documents or money travel to without encryption. */
function withoutTls(env: Given): string[] {
  const faults: string[] = []
  for (const name of [
    'PUBLIC_URL',
    'CHAT_URL',
    'STRIPE_API_URL',
    'STRIPE_CONNECT_SCRIPT_URL',
    'GOOGLE_DISCOVERY_URL',
    'MICROSOFT_AUTHORITY',
  ] as const) {
    if (env[name] && !env[name].startsWith('https://'))
      faults.push(`${name} must be an https:// address in production`)
  }
  if (env.S3_BUCKET && env.S3_ENDPOINT && !env.S3_ENDPOINT.startsWith('https://'))
    faults.push(
      'S3_ENDPOINT must be an https:// address in production: documents and their links travel over it',
    )
  if (env.JANUS_URLS?.some(address => !address.startsWith('wss://')))
    faults.push('JANUS_URLS must be wss:// addresses in production')
  for (const [name, article, protocol, what] of [
    ['AI_BASE_URL', 'an', 'https:', 'documents'],
    ['AI_EMBEDDING_BASE_URL', 'an', 'https:', 'documents'],
    ['GOTENBERG_URL', 'an', 'https:', 'documents'],
    ['REDIS_URL', 'a', 'rediss:', 'messages'],
  ] as const) {
    if (env[name] && new URL(env[name]).protocol !== protocol && !isPrivate(env[name]))
      faults.push(
        `${name} must be ${article} ${protocol}// address in production, unless it is in a private network (a private IP address, a name without a dot, or one under .internal, .local, .lan or .svc): people’s ${what} travel over it`,
      )
  }
  return faults
}

const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8)
privateAddresses.addSubnet('10.0.0.0', 8)
privateAddresses.addSubnet('172.16.0.0', 12)
privateAddresses.addSubnet('192.168.0.0', 16)
// Between a provider and its customers (RFC 6598); some clusters and private networks use it.
privateAddresses.addSubnet('100.64.0.0', 10)
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')

/** Names that lead nowhere on the internet: those without a dot, as in Compose, and under these. */
const privateName = /^[^.]+$|\.(?:localhost|local|internal|svc|lan|home\.arpa|ts\.net)$/i

/** Whether an address is on this machine or in a private network, as far as it says itself. */
export function isPrivate(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(host)) return privateAddresses.check(host)
  if (isIPv6(host)) return privateAddresses.check(host, 'ipv6')
  return privateName.test(host)
}

/** The secrets of the local stand-ins and of the tests contain these words. */
const published = /only_for_the_local|for[_ ]tests/

/**
 * One letter repeated, or a word twice: long but easy to guess. Random characters of any alphabet contain
 * more different ones.
 */
function isGuessable(secret: string): boolean {
  const repeats = (secret + secret).indexOf(secret, 1) < secret.length
  return repeats || new Set(secret).size < Math.min(8, secret.length / 4)
}

/** Whether a key of the payment provider moves real money: keys contain it. */
export function movesRealMoney(key = ''): boolean {
  return /^[a-z]+_live_/.test(key)
}
