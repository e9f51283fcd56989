import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type Signer = {
  sign(text: string): string
  /** Whether a signature is ours of this text. */
  isSigned(text: string, signature: string): boolean
}

/** Signs texts for one purpose, by a key of its own: what was signed for another, or elsewhere with the same secret, means nothing here. */
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
