import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { makeOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { fileLimits, officeExtensionOf } from '#shared/domain/file-types.ts'
import { officeToPdf } from './conversion/office-to-pdf.ts'
import type { TakeTurn } from './turns.ts'
import type { Workshop } from './workshop.ts'

/** Answers the PDF of an office file that comes in the field `files`. Who hangs up stops the conversion. */
export async function convert(
  workshop: Workshop,
  takeTurn: TakeTurn,
  login: Login,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.raw.once('close', takeTurn(login.userId))
  const part = request.isMultipart() ? await request.file() : undefined
  if (part?.fieldname !== 'files') throw problem('invalid', 'Send the file in the field “files”.')
  const extension = officeExtensionOf(part.filename)
  if (!extension) {
    part.file.resume()
    throw problem('unsupported_type', 'Only office files and texts can be converted to PDF.')
  }
  const folder = await makeOwnFolder()
  const hungUp = new AbortController()
  reply.raw.once('close', () => {
    hungUp.abort()
    void rm(folder, { recursive: true, force: true })
  })
  const input = join(folder, `input.${extension}`)
  await receive(part, input)
  const pdf = await officeToPdf(workshop, { folder, input, extension, signal: hungUp.signal })
  const { size } = await stat(pdf)
  return reply
    .headers({ 'content-type': 'application/pdf', 'content-length': size, 'cache-control': 'no-store' })
    .send(createReadStream(pdf))
}

async function receive(part: MultipartFile, path: string): Promise<void> {
  await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
  if (part.file.truncated) {
    throw problem('too_large', `At most ${fileLimits.documentBytes / 1024 / 1024} MiB can be uploaded.`)
  }
  if (part.file.bytesRead === 0) throw problem('broken_file', 'This file is empty.')
}
