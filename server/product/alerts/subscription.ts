import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { createSigner } from '#server/platform/http/signer.ts'
import { type AlertGroup, alertGroups } from '#shared/api/alerts.ts'

/** How long an unsubscribe link works. */
const days = 180

type Subscription = { userId: string; group: AlertGroup }

/**
 * The content of an unsubscribe link: whose emails of which group it ends, until when, and our signature.
 * Anyone who has the email can end these emails with it, and do nothing else.
 */
export function subscriptionToken(
  { secret }: Pick<Config, 'secret'>,
  { userId, group, from }: Subscription & { from: Temporal.Instant },
): string {
  const until = Math.floor(from.add({ hours: 24 * days }).epochMilliseconds / 1000)
  const signed = `${userId}.${group}.${until}`
  return `${signed}.${signerOf(secret).sign(signed)}`
}

/** What a token can end, and whether its account is still open: a closed one gets no mail, and has no choices. */
export async function findSubscription(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  token: string,
): Promise<Subscription & { isOpen: boolean }> {
  const found = readSubscription(config, now(), token)
  if (!found) throw problem('not_found', 'This link is incomplete or has expired.')
  const open = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', found.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return { ...found, isOpen: open !== undefined }
}

/** What a token can end; null if it isn't ours, or has expired. */
function readSubscription(
  { secret }: Pick<Config, 'secret'>,
  now: Temporal.Instant,
  token: string,
): Subscription | null {
  const [userId = '', group = '', until = '', signature = '', ...rest] = token.split('.')
  const isOurs = signerOf(secret).isSigned(`${userId}.${group}.${until}`, signature)
  if (!isOurs || rest.length > 0 || Number(until) * 1000 < now.epochMilliseconds) return null
  if (!Object.hasOwn(alertGroups, group) || alertGroups[group as AlertGroup].fixed) return null
  return { userId, group: group as AlertGroup }
}

const signerOf = (secret: string) => createSigner(secret, 'mail subscriptions v1')
