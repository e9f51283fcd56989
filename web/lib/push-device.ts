/** A browser's subscription, as the server stores it. */
export function deviceOf(subscribed: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint, keys } = subscribed.toJSON() as {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}
