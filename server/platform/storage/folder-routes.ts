import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileLimits } from '#shared/domain/file-types.ts'
import { problem } from '../http/problem.ts'
import type { Signer } from '../http/signer.ts'
import type { FolderFiles } from './folder.ts'
import { attachment, documentCaching, isKey } from './keys.ts'
import { parseRange } from './range.ts'
import { type Grant, verify } from './signature.ts'

type Parts = { files: FolderFiles; signer: Signer; now: () => Temporal.Instant }

/** `PUT` and `GET /storage/{key}`: a signed URL is the whole permission, as with an S3 store. */
export async function folderRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  await parts.files.removeStale(parts.now().subtract({ hours: 24 }))
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put(
      '/storage/*',
      { schema: { hide: true }, bodyLimit: fileLimits.documentBytes, config: { takesFile: true } },
      (request, reply) => receive(request, reply, parts),
    )
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/storage/*',
      schema: { hide: true },
      handler: (request, reply) => serve(request, reply, parts),
    })
  })
}

function granted(request: FastifyRequest, method: Grant['method'], { signer, now }: Parts): Grant {
  // The router decodes the path once; what is checked is the text that came, so that %2e or %252f can't hide in it.
  const [path, search = ''] = request.url.split('?', 2)
  const key = path!.slice('/storage/'.length)
  const grant = isKey(key) ? verify(signer, method, key, new URLSearchParams(search)) : null
  if (!grant) throw problem('forbidden', 'This link isn’t valid.')
  if (grant.expires <= now().epochMilliseconds) {
    throw problem('link_expired', 'This link has expired. Ask for a new one.')
  }
  return grant
}

async function receive(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const { files } = parts
  const grant = granted(request, 'PUT', parts)
  if (request.headers['content-type'] !== grant.type) {
    throw problem('unsupported_type', `This link takes a file of type ${grant.type}.`)
  }
  const declared = request.headers['content-length']
  if (declared !== undefined) checkSize(Number(declared), grant, 'whole')
  if (await files.stat(grant.key)) throw taken()

  const temporary = await files.temporary()
  try {
    const body = (request.body as Readable | undefined) ?? request.raw
    await pipeline(body, sizeGuard(grant), createWriteStream(temporary, { flags: 'wx', flush: true }))
    const written = await stat(temporary)
    if (!(await files.claim(temporary, grant.key))) throw taken()
    return reply.header('etag', etag(written)).send()
  } catch (error) {
    // What is left of a refused body isn't read.
    reply.header('connection', 'close')
    // Whoever hung up reads no answer; this only keeps their leaving out of the log of our own failures.
    if (request.raw.destroyed && !request.raw.complete) throw problem('malformed', 'The upload was cut off.')
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

const taken = () => problem('conflict', 'A file was already sent to this link.')

function checkSize(size: number, grant: Grant, how: 'part' | 'whole'): void {
  if (size > (grant.size ?? fileLimits.documentBytes))
    throw problem('too_large', 'The file is larger than this link allows.')
  if (how === 'whole' && size < (grant.size ?? 0))
    throw problem('invalid', 'The file is smaller than was announced.')
}

function sizeGuard(grant: Grant) {
  return async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      checkSize(size, grant, 'part')
      yield chunk
    }
    checkSize(size, grant, 'whole')
  }
}

async function serve(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const grant = granted(request, 'GET', parts)
  const found = await parts.files.stat(grant.key)
  if (!found) throw problem('not_found', 'There is no such file.')
  reply.headers({
    'content-type': grant.type,
    'content-disposition': attachment(grant.filename || 'file'),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': documentCaching,
    'accept-ranges': 'bytes',
    etag: etag(found),
  })
  // A range of another version must not be glued to this one (RFC 9110, If-Range).
  const condition = request.headers['if-range']
  const wanted = condition && condition !== etag(found) ? undefined : request.headers.range
  const range = parseRange(wanted, found.size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${found.size}`).send()
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`)
  if (request.method === 'HEAD' || found.size === 0) return reply.send()
  return reply.send(createReadStream(parts.files.path(grant.key), { start, end }))
}

const etag = (file: Stats) => `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`
