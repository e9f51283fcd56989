/** Where money may be asked for: the provider's Checkout, and in development its stand-in, which is on our own origin. */
const checkoutOrigin = 'https://checkout.stripe.com'

/** The address of a Checkout, or null where it leads anywhere else: what a server answers is followed by no browser blindly. */
export function checkoutAddress(url: string | null, ownOrigin: string): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin, username, password, href } = new URL(url)
  if (username || password) return null
  // The origin of a blob: address is that of the page that made it.
  if (!href.startsWith(`${origin}/`)) return null
  return origin === checkoutOrigin || origin === ownOrigin ? href : null
}
