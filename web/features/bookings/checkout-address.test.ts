import { expect, test } from 'vitest'
import { checkoutAddress } from './checkout-address.ts'

const own = 'https://ignite.example'

test.each([
  'https://checkout.stripe.com/c/pay/cs_test_1#fid',
  'https://ignite.example/local/payments/checkout/cs_1',
])('the client goes to a Checkout at %s', url => {
  expect(checkoutAddress(url, own)).toBe(url)
})

test.each([
  null,
  '',
  '/local/payments/checkout/cs_1',
  '//checkout.stripe.com/c/pay',
  'http://checkout.stripe.com/c/pay',
  'https://checkout.stripe.com:8443/c/pay',
  'https://checkout.stripe.com.evil.example/c/pay',
  'https://evil.example/https://checkout.stripe.com',
  'https://checkout.stripe.com@evil.example/',
  'https://user:word@checkout.stripe.com/c/pay',
  'https://stripe.com/c/pay',
  'https://ignite.example.evil.example/',
  'http://ignite.example/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'blob:https://ignite.example/1',
  'null',
  'https:checkout.stripe.com.evil.example',
  'https://checkout.stripe.com%2eevil.example/',
  'https://evil.example\\@checkout.stripe.com/c/pay',
  'https://evil.example#@checkout.stripe.com/',
  'https://evil.example?https://checkout.stripe.com/',
  'https://checkout-stripe.com/c/pay',
  'https://xcheckout.stripe.com/c/pay',
  'https://checkout.stripe.co/c/pay',
  'https://checkout.stripe.com./c/pay',
  'https://checkout.strípe.com/c/pay',
  'https://sub.checkout.stripe.com/c/pay',
  'wss://checkout.stripe.com/c/pay',
  'ftp://checkout.stripe.com/c/pay',
  'file:///etc/passwd',
  'about:blank',
  'vbscript:msgbox(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'filesystem:https://ignite.example/temporary/x',
  'view-source:https://checkout.stripe.com/',
  'intent://checkout.stripe.com#Intent;end',
  'https://ignite.example:8443/',
  'https://',
])('%s isn’t a Checkout', url => {
  expect(checkoutAddress(url, own)).toBeNull()
})
