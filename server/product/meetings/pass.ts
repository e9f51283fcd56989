import { createSigner, readSigned, writeSigned } from '#server/platform/http/signer.ts'

/** What opens a room: bound to the room, the person and their login. */
export type Pass = { room: string; person: string; login: string; until: Temporal.Instant }

type Facts = Omit<Pass, 'until'> & { aud: string; exp: number }

/** A pass as text, which only this server can sign. */
export function writePass(secret: string, { room, person, login, until }: Pass): string {
  const facts: Facts = { aud: 'meeting', room, person, login, exp: until.epochMilliseconds }
  return writeSigned(signerOf(secret), facts)
}

/** Parses a pass while it is valid; null for anything else. */
export function readPass(secret: string, text: string, now: Temporal.Instant): Pass | null {
  const facts = readSigned<Facts>(signerOf(secret), text)
  if (facts?.aud !== 'meeting' || facts.exp <= now.epochMilliseconds) return null
  const { room, person, login, exp } = facts
  return { room, person, login, until: Temporal.Instant.fromEpochMilliseconds(exp) }
}

const signerOf = (secret: string) => createSigner(secret, 'meeting passes v1')
