import { createSigner, type Signer } from '../http/signer.ts'

/** Everything a signed URL of the folder store grants; each field is under the signature. */
export type Grant = {
  method: 'GET' | 'PUT'
  key: string
  type: string
  size: number | null
  filename: string
  expires: number
}

export function linkSigner(secret: string): Signer {
  return createSigner(secret, 'storage links v1')
}

/** The query of a signed URL. */
export function sign(signer: Signer, grant: Grant): URLSearchParams {
  const query = new URLSearchParams({ type: grant.type, expires: String(grant.expires) })
  if (grant.size !== null) query.set('size', String(grant.size))
  if (grant.filename) query.set('filename', grant.filename)
  query.set('signature', signer.sign(textOf(grant)))
  return query
}

/** The grant a query holds when its signature is ours, else null. Says nothing about its expiry. */
export function verify(
  signer: Signer,
  method: Grant['method'],
  key: string,
  query: URLSearchParams,
): Grant | null {
  const size = query.get('size')
  const grant = {
    method,
    key,
    type: query.get('type') ?? '',
    size: size === null ? null : Number(size),
    filename: query.get('filename') ?? '',
    expires: Number(query.get('expires')),
  }
  return signer.isSigned(textOf(grant), query.get('signature') ?? '') ? grant : null
}

// JSON keeps the borders between fields: no two grants have the same text.
function textOf({ method, key, type, size, filename, expires }: Grant): string {
  return JSON.stringify([method, key, type, size, filename, expires])
}
