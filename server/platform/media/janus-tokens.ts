import { createHmac } from 'node:crypto'

const plugin = 'janus.plugin.videoroom'

/**
 * What Janus requires with every request (`token_auth_secret`): valid only for the video rooms, and only
 * until then.
 */
export function requestToken(secret: string, until: Temporal.Instant): string {
  return signed(secret, [seconds(until), 'janus', plugin])
}

/** What a room with `signed_tokens` requires from a person who joins; it contains whom it was made for. */
export function roomToken(secret: string, room: number, feed: number, until: Temporal.Instant): string {
  return signed(secret, [seconds(until), plugin, `room=${room}`, `feed=${feed}`])
}

/** Whom a room's token was made for. */
export function feedOf(token: string): number {
  return Number(/,feed=(?<feed>\d+):/.exec(token)?.groups?.feed)
}

// https://janus.conf.meetecho.com/docs/auth.html, "Signed tokens"
function signed(secret: string, parts: string[]): string {
  const text = parts.join(',')
  return `${text}:${createHmac('sha1', secret).update(text).digest('base64')}`
}

function seconds(until: Temporal.Instant): string {
  return String(Math.floor(until.epochMilliseconds / 1000))
}
