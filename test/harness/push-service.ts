import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../../local/ports.ts'

/** What a browser got: the message, and for how many seconds and how urgently the service was asked to keep it. */
type Got = { data: Record<string, string | boolean>; ttl: string; urgency: string }

/** A push service of browsers (RFC 8030), which takes only messages signed with the key that the browser subscribed with. */
export async function startPushService() {
  const browsers = new Map<string, (request: Request) => Promise<number>>()
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const body = await buffer(request)
    const given = new Request(`http://127.0.0.1:${port}${url}`, {
      method: method!,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    })
    response.writeHead((await browsers.get(url!)?.(given)) ?? 404).end()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    /** A browser that subscribes with the product's key: what it sends to the product, and what it gets. */
    subscribe(key: string) {
      const path = `/${randomBytes(8).toString('hex')}`
      const own = createECDH('prime256v1')
      own.generateKeys()
      const auth = randomBytes(16)
      const got: Got[] = []
      const answers: number[] = []
      browsers.set(path, async request => {
        if (!isSigned(request.headers.get('authorization')!, key, origin)) return 403
        const status = answers.shift() ?? 201
        if (status !== 201) return status
        const data = JSON.parse(opened(Buffer.from(await request.arrayBuffer()), own, auth))
        got.push({ data, ttl: request.headers.get('ttl')!, urgency: request.headers.get('urgency')! })
        return status
      })
      return {
        device: {
          endpoint: `${origin}${path}`,
          p256dh: own.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
        got,
        /** Answers the next messages so, and takes none of them. */
        answerNext: (...statuses: number[]) => answers.push(...statuses),
      }
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** RFC 8292: a token for this service, signed with the key. */
function isSigned(authorization: string, key: string, origin: string): boolean {
  const [, token = '', named] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinates = { x: point.subarray(1, 33), y: point.subarray(33) }
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: coordinates.x.toString('base64url'),
    y: coordinates.y.toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const { aud, sub } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
  return (
    named === key &&
    aud === origin &&
    sub.startsWith('mailto:') &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature ?? '', 'base64url'),
    )
  )
}

/** RFC 8291, section 3.4. */
function opened(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const key = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
  const derived = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${what}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
