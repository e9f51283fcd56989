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

/** Facts as text that only this signer can write, and anyone can read. */
export function writeSigned(signer: Signer, facts: object): string {
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${payload}.${signer.sign(payload)}`
}

/** The facts of such a text as JSON has them; null for anything else. */
export function readSigned<Facts>(signer: Signer, text: string): Facts | null {
  const [payload = '', signature = '', ...rest] = text.split('.')
  if (rest.length > 0 || !signer.isSigned(payload, signature)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
