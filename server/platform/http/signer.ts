import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type Signer = {
  sign(text: string): string
  /** Whether the signature on this text is ours. */
  isSigned(text: string, signature: string): boolean
}

/**
 * Signs texts for one purpose with a key of its own: a signature for another purpose, or made elsewhere with
 * the same secret, is invalid here.
 */
export function createSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: text => mac(text).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = mac(text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
