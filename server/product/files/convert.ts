import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from '#server/platform/http/call-limits.ts'
import { longestAnswerMs } from '#server/platform/http/longest-answer.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { answerNotStalled, cutStalledBody, hungUp } from '#server/platform/http/slow-bodies.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { makeOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { temporaryBounds } from '#server/platform/storage/send-bounds.ts'
import { fileLimits, officeExtensionOf } from '#shared/domain/file-types.ts'
import { within } from '#shared/domain/within.ts'
import { officeToPdf } from './conversion/office-to-pdf.ts'
import type { FileProcesses } from './file-processes.ts'
import type { Begin } from './limit-at-once.ts'
import { fileProblem } from './problems.ts'

/**
 * Returns the PDF of an office file in the field `files`. A client that hangs up stops the conversion, and
 * leaves nothing behind. So does one whose turn came too late. The file counts toward what the temporary folder holds before it arrives,
 * and its PDF until it is sent.
 */
export async function convert(
  fileProcesses: FileProcesses,
  beginConversion: Begin,
  login: Login,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  beginConversion(login.userId, reply.raw)
  const closed = new Promise<void>(resolve => reply.raw.once('close', resolve))
  const part = request.isMultipart() ? await request.file() : undefined
  if (part?.fieldname !== 'files') throw problem('invalid', 'Send the file in the field “files”.')
  const extension = officeExtensionOf(part.filename)
  if (!extension) {
    part.file.resume()
    throw problem('unsupported_type', 'We can only convert Office files and text files to PDF.')
  }
  const counted = {
    key: randomUUID(),
    person: login.userId,
    address: callerAddress(request.ip),
    bytes: Math.min(Number(request.headers['content-length'] ?? Infinity), fileLimits.documentBytes),
  }
  let end = () => {}
  let folder: string
  try {
    end = fileProcesses.hold(counted)
    folder = await makeOwnFolder()
  } catch (error) {
    end()
    part.file.resume()
    throw error
  }
  void fileProcesses.warm()
  const over = new AbortController()
  void closed.then(() => over.abort())
  const input = join(folder, `input.${extension}`)
  const received = receive(request, part, { path: input, bytes: counted.bytes })
  const job = { personId: login.userId, folder, input, extension, signal: over.signal }
  const onConverted = (bytes: number) => {
    end()
    end = fileProcesses.hold({ ...counted, key: folder, bytes })
  }
  const converted = received.then(() => officeToPdf(fileProcesses, { ...job, onConverted }))
  // Only after both: a folder can't be removed while something is still written into it.
  void Promise.allSettled([closed, converted])
    .then(() => rm(folder, { recursive: true, force: true }).finally(() => end()))
    .catch(error => request.log.warn({ err: error }, 'a conversion’s temporary folder couldn’t be removed'))
  await received
  const pdf = await within(longestAnswerMs, converted)
  if (!pdf) {
    over.abort()
    return fileProblem(new ProcessFailure('busy'))
  }
  const { size } = await stat(pdf)
  return reply.headers({ 'content-type': 'application/pdf', 'content-length': size }).send(
    answerNotStalled(request, reply, createReadStream(pdf), {
      stallMs: temporaryBounds.stallMs,
      bytes: size,
    }),
  )
}

async function receive(
  request: FastifyRequest,
  part: MultipartFile,
  { path, bytes }: { path: string; bytes: number },
): Promise<void> {
  const stall = cutStalledBody(request, { stallMs: temporaryBounds.stallMs, bytes })
  part.file.on('data', (chunk: Buffer) => stall.came(chunk.length))
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
  } catch (error) {
    // A client that hung up reads no answer; this only keeps it out of our error log.
    if (hungUp(request)) throw problem('malformed', 'The upload was cut off.')
    throw error
  } finally {
    stall.end()
  }
  if (part.file.truncated) {
    throw problem('too_large', `Files can be up to ${fileLimits.documentBytes / 1024 / 1024} MB.`)
  }
  if (part.file.bytesRead === 0) throw problem('broken_file', 'This file is empty.')
}
