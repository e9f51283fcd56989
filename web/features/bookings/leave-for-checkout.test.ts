import { afterEach, expect, test, vi } from 'vitest'
import { leaveForCheckout } from './leave-for-checkout.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a payment page that doesn’t come gives the button back, and says so', async () => {
  vi.useFakeTimers()
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  const assign = vi.fn()
  vi.stubGlobal('location', { origin: 'https://ignite.example', assign })
  const address = 'https://checkout.stripe.com/c/pay/1'
  const coming = leaveForCheckout(address)
  browser.dispatchEvent(new Event('pagehide'))
  await coming
  const failure = expect(leaveForCheckout(address)).rejects.toMatchObject({
    detail: 'The payment page didn’t open. You weren’t charged. Try again in a moment.',
  })
  await vi.advanceTimersByTimeAsync(30_000)
  await failure
  expect(assign.mock.calls).toEqual([[address], [address]])
})
