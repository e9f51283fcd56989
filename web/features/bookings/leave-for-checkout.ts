import { within } from '#shared/domain/within.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { checkoutAddress } from './checkout-address.ts'

/** A network may swallow the request without a word, and the browser would go on waiting. */
const longestWaitMs = 30_000

/** Goes to the payment page: resolves once it comes, and throws if it doesn't, or if the address isn't one. */
export async function leaveForCheckout(url: string): Promise<void> {
  const address = checkoutAddress(url, location.origin)
  if (!address) throw problem('Unable to get the checkout url.')
  const left = new Promise<true>(resolve => addEventListener('pagehide', () => resolve(true), { once: true }))
  location.assign(address)
  if (!(await within(longestWaitMs, left))) throw problem('The payment page didn’t open.')
}

function problem(what: string): ProblemError {
  const detail = `${what} You weren’t charged. Try again in a moment.`
  return new ProblemError({ code: 'upstream_unavailable', status: 0, detail })
}
