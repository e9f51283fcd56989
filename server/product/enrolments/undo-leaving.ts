import { createSigner, readSigned, writeSigned } from '#server/platform/http/signer.ts'

/** An enrollment that ended: enrolling again with it is as if the person had never left. */
type Left = { session: string; person: string; since: Temporal.Instant }

// Somebody who comes back later has no part in what took place meanwhile.
const lasts = { minutes: 10 }

type Facts = Record<keyof Left, string> & { until: number }

/** An enrollment that ends now, as text, which only this server can sign. */
export function writeLeft(secret: string, { session, person, since }: Left, now: Temporal.Instant): string {
  const until = now.add(lasts).epochMilliseconds
  const facts: Facts = { session, person, since: since.toString(), until }
  return writeSigned(signerOf(secret), facts)
}

/** Since when this person was enrolled in this session; null unless they just left it. */
export function enrolledSince(
  secret: string,
  text: string,
  { session, person, now }: Omit<Left, 'since'> & { now: Temporal.Instant },
): Temporal.Instant | null {
  const left = readSigned<Facts>(signerOf(secret), text)
  if (left?.session !== session || left.person !== person || left.until <= now.epochMilliseconds) return null
  return Temporal.Instant.from(left.since)
}

const signerOf = (secret: string) => createSigner(secret, 'undoing an end of an enrollment v1')
