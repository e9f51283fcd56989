import { useEffect } from 'react'
import { ProblemError } from '#web/lib/problem-error.ts'
import { checkoutAddress } from './checkout-address.ts'

/** Leaves for the page on which something is paid, or throws where the address isn't one. */
export function leaveForCheckout(url: string): void {
  const address = checkoutAddress(url, location.origin)
  if (!address) {
    throw new ProblemError({
      code: 'upstream_unavailable',
      status: 0,
      detail: 'Unable to get the checkout url. Nothing was paid; try again in a moment.',
    })
  }
  location.assign(address)
}

/** Back from the Checkout, a browser can show a page as it was left: about to leave. */
export function useBackFromCheckout(reset: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}
