import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What enters a room: bound to it, to the person and to their login. */
export type Pass = { room: string; person: string; login: string; until: Temporal.Instant }

/** A pass as text, which only this server can write. */
export function writePass(secret: string, { room, person, login, until }: Pass): string {
  const payload = Buffer.from(
    JSON.stringify({ aud: 'meeting', room, person, login, exp: until.epochMilliseconds }),
  ).toString('base64url')
  return `${payload}.${mac(secret, payload).toString('base64url')}`
}

/** The pass that a text is, while it lasts; null for anything else. */
export function readPass(secret: string, text: string, now: Temporal.Instant): Pass | null {
  const [payload = '', signature = '', ...rest] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = mac(secret, payload)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { aud, room, person, login, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (aud !== 'meeting' || exp <= now.epochMilliseconds) return null
  return { room, person, login, until: Temporal.Instant.fromEpochMilliseconds(exp) }
}

// A key of its own: a signature made elsewhere with the same secret means nothing here.
function mac(secret: string, payload: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'meeting passes v1', 32))
  return createHmac('sha256', key).update(payload).digest()
}
