import { createECDH, hkdfSync } from 'node:crypto'
import webPush, { type PushSubscription } from 'web-push'
import type { Config } from '#server/config/config.ts'

/** A service that doesn't answer by then has failed. */
const longestMs = 10_000

/** How we sign in to push services (RFC 8292): the key pair follows from the secret, so it is the same on every server. */
export function pushKeys({ secret }: Pick<Config, 'secret'>): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'push keys v1', 32)))
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

/**
 * Whether an address belongs to a browser's push service. A browser names it, so without this anyone could make the server send
 * requests to any address.
 */
export function isPushAddress({ pushHosts }: Pick<Config, 'pushHosts'>, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  // Only tests list this machine.
  const isHere = url.hostname === '127.0.0.1' && pushHosts.includes(url.hostname)
  const isKnown = pushHosts.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isHere || (isKnown && url.protocol === 'https:' && url.port === '')
}

/**
 * Whether messages can be encrypted with a browser's keys: not with a text of the right length that is no point of the curve.
 */
export function arePushKeys({ p256dh, auth }: PushSubscription['keys']): boolean {
  try {
    webPush.encrypt(p256dh, auth, '', webPush.supportedContentEncodings.AES_128_GCM)
    return true
  } catch {
    return false
  }
}

/**
 * Hands a message to a browser's push service, encrypted for that browser. Answers `gone` where the browser takes no more messages
 * from us, and throws where another attempt may succeed.
 */
export async function sendPush(
  config: Pick<Config, 'secret' | 'mail'>,
  device: PushSubscription,
  message: { data: object; lastsSeconds: number; isUrgent: boolean },
): Promise<'sent' | 'gone'> {
  if (!arePushKeys(device.keys)) return 'gone'
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    device,
    JSON.stringify(message.data),
    {
      vapidDetails: { subject: `mailto:${addressIn(config.mail.from)}`, ...pushKeys(config) },
      TTL: message.lastsSeconds,
      urgency: message.isUrgent ? 'high' : 'normal',
    },
  )
  const response = await fetch(endpoint, {
    method,
    headers: headers as Record<string, string>,
    body: new Uint8Array(body!),
    redirect: 'error',
    signal: AbortSignal.timeout(longestMs),
  })
  await response.body?.cancel()
  if (response.ok) return 'sent'
  // Any other refusal is about us, such as a clock that is wrong, or about this message (RFC 8030, section 7.3).
  if (response.status === 404 || response.status === 410) return 'gone'
  throw new Error(`${new URL(endpoint).host} answered ${response.status}`)
}

/** The address of a sender such as `Ignite <hello@ignite.example>`. */
function addressIn(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender
}
