import { ProblemError } from '#web/lib/problem-error.ts'
import { checkoutAddress } from './checkout-address.ts'

/** Goes to the payment page, or throws if the address isn't one. */
export function leaveForCheckout(url: string): void {
  const address = checkoutAddress(url, location.origin)
  if (!address) {
    throw new ProblemError({
      code: 'upstream_unavailable',
      status: 0,
      detail: 'Unable to get the checkout url. You weren’t charged. Try again in a moment.',
    })
  }
  location.assign(address)
}
