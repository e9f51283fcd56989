import { addressAt } from '#web/lib/address-at.ts'

/** The address of a Checkout: the provider's, or in development that of its stand-in on our own origin. */
export function checkoutAddress(url: string | null, ownOrigin: string): string | null {
  return addressAt(url, ['https://checkout.stripe.com', ownOrigin])
}
