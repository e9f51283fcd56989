import { problem } from '../http/problem.ts'
import { createSigner, type Signer } from '../http/signer.ts'
import { isKey } from './keys.ts'
import type { DownloadGrant, SignedRequest, UploadGrant } from './storage.ts'

/** Everything that our signed URLs grant; the signature covers each field. */
export type Grant = {
  method: 'GET' | 'PUT'
  key: string
  type: string
  /** The exact size of the upload, or its maximum. */
  size: number | null
  most: number | null
  person: string
  filename: string
  expires: number
}

type Options = { secret: string; publicUrl: string; now: () => Temporal.Instant }

export type Links = ReturnType<typeof createLinks>

/**
 * Creates and reads the URLs below `/storage/`: as with an S3 store, the signature is the whole permission.
 */
export function createLinks({ secret, publicUrl, now }: Options) {
  const signer = createSigner(secret, 'storage links v2')
  const address = (grant: Grant) => `${publicUrl}/storage/${grant.key}?${sign(signer, grant)}`
  const expiry = (seconds: number) => now().add({ seconds }).epochMilliseconds

  return {
    toSend({ key, type, size, maxBytes, personId, expiresInSeconds }: UploadGrant): SignedRequest {
      const bytes = { size: size ?? null, most: size === undefined ? maxBytes : null }
      const grant = { key, type, ...bytes, person: personId, filename: '', expires: expiry(expiresInSeconds) }
      return { url: address({ method: 'PUT', ...grant }), headers: { 'content-type': type } }
    },
    toRead({ key, type, filename, expiresInSeconds }: DownloadGrant): string {
      const grant = { key, type, filename, expires: expiry(expiresInSeconds) }
      return address({ method: 'GET', size: null, most: null, person: '', ...grant })
    },
    /** What a request's URL grants; throws a Problem if it grants nothing, or has expired. */
    granted(url: string, method: Grant['method']): Grant {
      // The router decodes the path once; this checks the raw text, so that %2e or %252f can't hide in it.
      const [path, search = ''] = url.split('?', 2)
      const key = path!.slice('/storage/'.length)
      const grant = isKey(key) ? verify(signer, method, key, new URLSearchParams(search)) : null
      if (!grant) throw problem('forbidden', 'This link isn’t valid.')
      if (grant.expires <= now().epochMilliseconds) {
        throw problem('link_expired', 'This link has expired. Get a new one.')
      }
      return grant
    },
  }
}

function sign(signer: Signer, grant: Grant): URLSearchParams {
  const query = new URLSearchParams({ type: grant.type, expires: String(grant.expires) })
  if (grant.size !== null) query.set('size', String(grant.size))
  if (grant.most !== null) query.set('most', String(grant.most))
  if (grant.person) query.set('person', grant.person)
  if (grant.filename) query.set('filename', grant.filename)
  query.set('signature', signer.sign(textOf(grant)))
  return query
}

function verify(signer: Signer, method: Grant['method'], key: string, query: URLSearchParams): Grant | null {
  const numbers = ['size', 'most', 'expires'].flatMap(name => query.getAll(name))
  // JSON writes NaN and Infinity as null, so `&size=x` would match a link without a size and lift its limit.
  if (!numbers.every(text => /^\d{1,15}$/.test(text))) return null
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const grant = {
    method,
    key,
    type: query.get('type') ?? '',
    size: number('size'),
    most: number('most'),
    person: query.get('person') ?? '',
    filename: query.get('filename') ?? '',
    expires: Number(query.get('expires')),
  }
  return signer.isSigned(textOf(grant), query.get('signature') ?? '') ? grant : null
}

// JSON separates the fields: no two grants have the same text.
function textOf({ method, key, type, size, most, person, filename, expires }: Grant): string {
  return JSON.stringify([method, key, type, size, most, person, filename, expires])
}
