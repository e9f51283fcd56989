import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileLimits } from '#shared/domain/file-types.ts'
import { callerAddress } from '../http/call-limits.ts'
import { problem } from '../http/problem.ts'
import { cutStalledBody, hungUp } from '../http/slow-bodies.ts'
import type { BeginSending, SendBounds } from './send-bounds.ts'
import type { Grant, Links } from './signature.ts'

/** Where uploads are stored. */
export type SendTarget = {
  /** Whether a file was uploaded to the key before. */
  isTaken(key: string): Promise<boolean>
  /** A new path, for an incomplete file. */
  temporary(): Promise<string>
  /**
   * Moves a complete file to its key and returns its ETag; null if the key is taken: of two at once, one
   * wins.
   */
  keep(temporary: string, key: string, type: string): Promise<string | null>
}

type Parts = {
  links: Links
  target: SendTarget
  begin: BeginSending
  bounds: Pick<SendBounds, 'stallMs'>
}

/** `PUT /storage/{key}` at a signed URL. */
export async function sendRoutes(
  app: FastifyInstance,
  { links, target, begin, bounds }: Parts,
): Promise<void> {
  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const grant = links.granted(request.url, 'PUT')
    const { 'content-type': type, 'content-length': length } = request.headers
    if (type !== grant.type)
      throw problem('unsupported_type', `This link only accepts files of type ${grant.type}.`)
    if (length !== undefined) checkSize(Number(length), grant, 'whole')
    const bytes = length === undefined ? mostOf(grant) : Number(length)
    const end = begin({
      key: grant.key,
      person: grant.person,
      address: callerAddress(request.ip),
      bytes,
    })
    try {
      if (await target.isTaken(grant.key)) throw taken()
      const etag = await keepBody(request, grant, bytes)
      return reply.header('etag', etag).send()
    } catch (error) {
      // Doesn't read the rest of a refused body.
      reply.header('connection', 'close')
      // A client that hung up reads no answer; this only keeps it out of our error log.
      if (hungUp(request)) throw problem('malformed', 'The upload was cut off.')
      throw error
    } finally {
      end()
    }
  }

  async function keepBody(request: FastifyRequest, grant: Grant, bytes: number): Promise<string> {
    const temporary = await target.temporary()
    const stall = cutStalledBody(request, { stallMs: bounds.stallMs, bytes })
    const guard = guardOf(grant, stall.came)
    try {
      const body = (request.body as Readable | undefined) ?? request.raw
      // Open before anything can fail: a stream that is still opening its file makes it after it was removed below.
      const file = await open(temporary, 'wx')
      await pipeline(body, guard, file.createWriteStream({ flush: true }))
      stall.end()
      const etag = await target.keep(temporary, grant.key, grant.type)
      if (etag === null) throw taken()
      return etag
    } finally {
      stall.end()
      await rm(temporary, { force: true })
    }
  }

  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put(
      '/storage/*',
      { schema: { hide: true }, bodyLimit: fileLimits.documentBytes, config: { takesFile: true } },
      receive,
    )
  })
}

const taken = () => problem('link_used', 'This link was already used.')

const mostOf = ({ size, most }: Grant) => size ?? most ?? 0

function checkSize(size: number, grant: Grant, how: 'part' | 'whole'): void {
  if (size > mostOf(grant)) throw problem('too_large', 'The file is larger than this link allows.')
  if (how === 'part') return
  // An empty object marks a link that is used up.
  if (size === 0) throw problem('broken_file', 'This file is empty.')
  if (size < (grant.size ?? 0)) throw problem('invalid', 'The file is smaller than expected.')
}

function guardOf(grant: Grant, onPart: (bytes: number) => void) {
  return async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of source) {
      onPart(chunk.length)
      size += chunk.length
      checkSize(size, grant, 'part')
      yield chunk
    }
    checkSize(size, grant, 'whole')
  }
}
