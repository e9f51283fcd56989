import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'

const bucket = 'ignite'

/**
 * An S3-compatible store on a free port: s3rver, behind a gate that adds what s3rver lacks: it checks version
 * 4 signatures and their expiry (by AWS's published algorithm, not by its SDK), honors If-None-Match, even
 * for two simultaneous writes, keeps nothing of an incomplete body, and aborts multipart uploads.
 */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'ignite-s3-'))
  const secretAccessKey = 'S3RVER'
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await inner.run()
  const bucketFolder = join(directory, bucket)
  const gate = createServer((incoming, answer) => {
    admit(incoming, answer, port, secretAccessKey, bucketFolder).catch(() => answer.destroy())
  })
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  const options = {
    endpoint: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey,
    forcePathStyle: true,
  }
  return {
    directory: bucketFolder,
    options,
    /** The settings of a server that keeps its files here. */
    env: {
      S3_ENDPOINT: options.endpoint,
      S3_BUCKET: options.bucket,
      S3_ACCESS_KEY_ID: options.accessKeyId,
      S3_SECRET_ACCESS_KEY: options.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    async close() {
      gate.closeAllConnections()
      await new Promise(resolve => gate.close(resolve))
      await inner.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** Where s3rver keeps the parts of multipart uploads, in the folder of their bucket. */
export const partsFolder = '._S3rver_uploads'

async function admit(
  incoming: IncomingMessage,
  answer: ServerResponse,
  port: number,
  secret: string,
  folder: string,
) {
  const refusal = checkSignature(incoming, secret)
  if (refusal) {
    incoming.resume()
    return answer
      .writeHead(403, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${refusal}</Code></Error>`)
  }
  const body = await buffer(incoming)
  const aborted = new URL(incoming.url!, 'http://store').searchParams.get('uploadId')
  if (incoming.method === 'DELETE' && aborted) {
    await rm(join(folder, partsFolder, aborted), { recursive: true })
    return answer.writeHead(204).end()
  }
  if (incoming.headers['if-none-match'] !== '*') return pass(incoming, answer, port, body)
  const written = lastConditional.then(async () => {
    if ((await status(port, incoming.url!)) !== 200) return pass(incoming, answer, port, body)
    answer.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>')
  })
  lastConditional = written.catch(() => {})
  return written
}

// One after the other: nobody else may write between the check and the write.
let lastConditional: Promise<unknown> = Promise.resolve()

function pass(incoming: IncomingMessage, answer: ServerResponse, port: number, body: Buffer): Promise<void> {
  const { method, url: path, headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, from => {
      answer.writeHead(from.statusCode!, from.headers)
      from.pipe(answer).on('close', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function status(port: number, url: string): Promise<number | undefined> {
  const path = url.split('?')[0]
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'HEAD', path }, from => resolve(from.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
function checkSignature({ method, url, headers }: IncomingMessage, secret: string): string | null {
  const { pathname, searchParams } = new URL(url!, 'http://store')
  const inQuery = searchParams.has('X-Amz-Signature')
  const parts: Record<string, string> = Object.fromEntries(
    (headers.authorization ?? '')
      .replace(/^AWS4-HMAC-SHA256 /, '')
      .split(/,\s*/)
      .map(part => part.split('=', 2)),
  )
  const read = (name: string) => (inQuery ? searchParams.get(`X-Amz-${name}`) : parts[name]) ?? ''
  const date = inQuery ? read('Date') : String(headers['x-amz-date'])
  const scope = read('Credential').split('/').slice(1).join('/')
  const names = read('SignedHeaders').split(';')
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names.map(name => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : headers['x-amz-content-sha256']
  const canonical = [method, pathname, query, signed, names.join(';'), payload].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${secret}`)
  const expected = mac(key, ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')).toString('hex')
  if (read('Signature') !== expected) return 'SignatureDoesNotMatch'
  if (!inQuery) return null
  const signedAt = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Date.now() > signedAt + Number(read('Expires')) * 1000 ? 'AccessDenied' : null
}
