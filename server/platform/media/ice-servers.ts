import { createHmac } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import type { IceServer } from '#shared/api/meetings.ts'

/**
 * How browsers connect to each other. The relay accepts a signed user name with an expiry time, as coturn's
 * `use-auth-secret` does (draft-uberti-behave-turn-rest): nothing is registered there, and a leaked name soon
 * expires. `user` separates people for the relay's quotas.
 */
export function iceServers({ ice }: Pick<Config, 'ice'>, user: string, until: Temporal.Instant): IceServer[] {
  const stun = ice.stunUrls.length > 0 ? [{ urls: ice.stunUrls }] : []
  if (!ice.turn) return stun
  const username = `${Math.floor(until.epochMilliseconds / 1000)}:${user}`
  const credential = createHmac('sha1', ice.turn.secret).update(username).digest('base64')
  return [...stun, { urls: ice.turn.urls, username, credential }]
}
