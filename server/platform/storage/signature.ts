import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Everything a signed URL of the folder store grants; each field is under the signature. */
export type Grant = {
  method: 'GET' | 'PUT'
  key: string
  type: string
  size: number | null
  filename: string
  expires: number
}

/** A key of its own: a signature made elsewhere with the same secret means nothing here. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'storage links v1', 32))
}

/** The query of a signed URL. */
export function sign(signing: Buffer, grant: Grant): URLSearchParams {
  const query = new URLSearchParams({ type: grant.type, expires: String(grant.expires) })
  if (grant.size !== null) query.set('size', String(grant.size))
  if (grant.filename) query.set('filename', grant.filename)
  query.set('signature', mac(signing, grant).toString('base64url'))
  return query
}

/** The grant a query holds when its signature is ours, else null. Says nothing about its expiry. */
export function verify(
  signing: Buffer,
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
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  const expected = mac(signing, grant)
  return given.length === expected.length && timingSafeEqual(given, expected) ? grant : null
}

// JSON keeps the borders between fields: no two grants have the same text.
function mac(signing: Buffer, grant: Grant): Buffer {
  const { method, key, type, size, filename, expires } = grant
  return createHmac('sha256', signing)
    .update(JSON.stringify([method, key, type, size, filename, expires]))
    .digest()
}
