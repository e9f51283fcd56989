import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../http/problem.ts'
import { etag, type FolderFiles } from './folder-files.ts'
import { contentDisposition, documentCaching } from './keys.ts'
import { parseRange } from './range.ts'
import type { Links } from './signature.ts'

type Parts = { files: FolderFiles; links: Links }

/** `GET /storage/{key}` at a signed URL. */
export async function folderRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/storage/*',
    schema: { hide: true },
    handler: (request, reply) => serve(request, reply, parts),
  })
}

async function serve(request: FastifyRequest, reply: FastifyReply, { files, links }: Parts) {
  const grant = links.granted(request.url, 'GET')
  const found = await files.stat(grant.key)
  if (!found) throw problem('not_found', 'We couldn’t find that file.')
  reply.headers({
    'content-type': grant.type,
    'content-disposition': contentDisposition(grant.filename || 'file'),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': documentCaching,
    'accept-ranges': 'bytes',
    etag: etag(found),
  })
  // Never combine a range of this version with one of another (RFC 9110, If-Range).
  const condition = request.headers['if-range']
  const wanted = condition && condition !== etag(found) ? undefined : request.headers.range
  const range = parseRange(wanted, found.size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${found.size}`).send()
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`)
  if (request.method === 'HEAD' || found.size === 0) return reply.send()
  return reply.send(createReadStream(files.path(grant.key), { start, end }))
}
