import { problem } from '../http/problem.ts'
import { createSigner, type Signer } from '../http/signer.ts'
import { isKey } from './keys.ts'
import type { DownloadGrant, SignedRequest, UploadGrant } from './storage.ts'

/** Everything a signed URL of ours grants; each field is under the signature. */
export type Grant = {
  method: 'GET' | 'PUT'
  key: string
  type: string
  /** The exact size of what is sent, or the most that it may have. */
  size: number | null
  most: number | null
  person: string
  filename: string
  expires: number
}

type Options = { secret: string; publicUrl: string; now: () => Temporal.Instant }

export type Links = ReturnType<typeof createLinks>

/** Makes and reads the URLs below `/storage/`: a signature is the whole permission, as with an S3 store. */
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
    /** What the URL of a request grants; throws a Problem where that is nothing, or nothing any more. */
    granted(url: string, method: Grant['method']): Grant {
      // The router decodes the path once; what is checked is the text that came, so that %2e or %252f can't hide in it.
      const [path, search = ''] = url.split('?', 2)
      const key = path!.slice('/storage/'.length)
      const grant = isKey(key) ? verify(signer, method, key, new URLSearchParams(search)) : null
      if (!grant) throw problem('forbidden', 'This link isn’t valid.')
      if (grant.expires <= now().epochMilliseconds) {
        throw problem('link_expired', 'This link has expired. Ask for a new one.')
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

// JSON keeps the borders between fields: no two grants have the same text.
function textOf({ method, key, type, size, most, person, filename, expires }: Grant): string {
  return JSON.stringify([method, key, type, size, most, person, filename, expires])
}
