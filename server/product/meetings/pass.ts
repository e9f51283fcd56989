import { createSigner } from '#server/platform/http/signer.ts'

/** What opens a room: bound to the room, the person and their login. */
export type Pass = { room: string; person: string; login: string; until: Temporal.Instant }

/** A pass as text, which only this server can sign. */
export function writePass(secret: string, { room, person, login, until }: Pass): string {
  const payload = Buffer.from(
    JSON.stringify({ aud: 'meeting', room, person, login, exp: until.epochMilliseconds }),
  ).toString('base64url')
  return `${payload}.${signerOf(secret).sign(payload)}`
}

/** Parses a pass while it is valid; null for anything else. */
export function readPass(secret: string, text: string, now: Temporal.Instant): Pass | null {
  const [payload = '', signature = '', ...rest] = text.split('.')
  if (rest.length > 0 || !signerOf(secret).isSigned(payload, signature)) return null
  const { aud, room, person, login, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (aud !== 'meeting' || exp <= now.epochMilliseconds) return null
  return { room, person, login, until: Temporal.Instant.fromEpochMilliseconds(exp) }
}

const signerOf = (secret: string) => createSigner(secret, 'meeting passes v1')
