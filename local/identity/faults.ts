import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

type Token = { header: Record<string, unknown>; payload: Record<string, unknown> }
type Distortion = (token: Token) => void

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

/**
 * Invalid ID tokens for manual tests: signing in as `<name>@faults.example` gets a token with that fault, and
 * must fail.
 */
const distortions: Record<string, Distortion> = {
  expired: ({ payload }) => Object.assign(payload, { exp: hourAgo(), iat: hourAgo() - 60 }),
  'not-yet': ({ payload }) => Object.assign(payload, { nbf: Math.floor(Date.now() / 1000) + 3600 }),
  'other-audience': ({ payload }) => Object.assign(payload, { aud: 'another-client' }),
  'other-issuer': ({ payload }) => Object.assign(payload, { iss: 'https://issuer.faults.example' }),
  'other-nonce': ({ payload }) => Object.assign(payload, { nonce: 'made-up' }),
  'no-nonce': ({ payload }) => void delete payload.nonce,
  unsigned: ({ header }) => Object.assign(header, { alg: 'none' }),
  'foreign-key': () => {},
  'unknown-key': ({ header }) => Object.assign(header, { kid: 'unheard-of' }),
  altered: () => {},
  'no-email': ({ payload }) => void delete payload.email,
  unverified: ({ payload }) => Object.assign(payload, { email_verified: false }),
  'no-subject': ({ payload }) => {
    for (const claim of ['sub', 'oid']) delete payload[claim]
  },
}

export const faultNames = [...Object.keys(distortions), 'no-token']

/** Rewrites a token response for a person of faults.example; leaves any other response as it is. */
export function distort(answer: Record<string, unknown>, key: KeyObject): void {
  if (typeof answer.id_token !== 'string') return
  const [head, body] = answer.id_token.split('.') as [string, string]
  const token: Token = { header: decode(head), payload: decode(body) }
  const [fault = '', domain] = String(token.payload.email).split('@')
  if (domain !== 'faults.example') return
  if (fault === 'no-token') {
    delete answer.id_token
    return
  }
  const apply = distortions[fault]
  if (!apply) return
  apply(token)
  const signed = `${encode(token.header)}.${encode(token.payload)}`
  answer.id_token = `${signed}.${signature(fault, signed, key)}`
  if (fault === 'altered') {
    answer.id_token = String(answer.id_token).replace(
      /\.[^.]+\./,
      `.${encode({ ...token.payload, email: 'victim@ignite.test' })}.`,
    )
  }
}

function signature(fault: string, text: string, key: KeyObject): string {
  if (fault === 'unsigned') return ''
  const used = fault === 'foreign-key' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : key
  return sign('sha256', Buffer.from(text), used).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}

function encode(part: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
