import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { within } from '#shared/domain/within.ts'
import { problem } from '../http/problem.ts'
import { makeOwnFolder } from '../sandbox/own-folder.ts'
import { assertKey, contentDisposition, documentCaching, isKey } from './keys.ts'
import { type BeginSending, temporaryBounds } from './send-bounds.ts'
import { sendRoutes } from './send-routes.ts'
import { createLinks } from './signature.ts'
import type { Storage } from './storage.ts'

type Options = {
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  secret: string
  publicUrl: string
  now: () => Temporal.Instant
  /** Begins what takes room in the temporary folder. */
  hold: BeginSending
}

/**
 * An S3-compatible store; browsers upload to it and download from it directly. An upload link fixes the exact
 * size, so a file of unknown size goes to this server, which counts the bytes. The bucket must allow PUT, GET
 * and HEAD from our origin with the headers content-type, if-none-match and range, and must expose ETag,
 * Content-Range, Content-Length and Accept-Ranges.
 */
export function openS3(options: Options): Storage {
  const links = createLinks(options)
  const Bucket = options.bucket
  const { client, reader } = openClients(options)

  async function put(key: string, path: string, type: string, condition: { IfNoneMatch?: '*' } = {}) {
    assertKey(key)
    const { size } = await stat(path)
    const content = createReadStream(path)
    const object = { Body: content, ContentLength: size, ContentType: type }
    const sent = client.send(new PutObjectCommand({ Bucket, Key: key, ...object, ...condition }))
    try {
      return await reachable(condition.IfNoneMatch ? sent.catch(ifTaken) : sent)
    } finally {
      // The SDK doesn't close what it couldn't send, and an open file keeps its place on the disk.
      content.destroy()
    }
  }

  return {
    async signedUpload(grant) {
      const { key, type, size, expiresInSeconds } = grant
      assertKey(key)
      if (size === undefined) return links.toSend(grant)
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: type,
        ContentLength: size,
        IfNoneMatch: '*',
      })
      const signed = new Set(['content-type', 'content-length', 'if-none-match'])
      const url = await getSignedUrl(client, command, {
        expiresIn: expiresInSeconds,
        signableHeaders: signed,
        unhoistableHeaders: signed,
      })
      return { url, headers: { 'content-type': type, 'if-none-match': '*' } }
    },
    async signedDownload({ key, type, filename, expiresInSeconds }) {
      assertKey(key)
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: type,
        ResponseContentDisposition: contentDisposition(filename),
        ResponseCacheControl: documentCaching,
      })
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds })
    },
    async putFile(key, path, type) {
      await put(key, path, type)
    },
    async putStream(key, content, type) {
      assertKey(key)
      return sendParts(client, { Bucket, Key: key }, content, type)
    },
    async get(key) {
      assertKey(key)
      const found = await reachable(reader.send(new GetObjectCommand({ Bucket, Key: key })).catch(ifMissing))
      return found?.Body ? untilSilent(found.Body as Readable) : null
    },
    async head(key) {
      assertKey(key)
      const found = await reachable(client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(ifMissing))
      return found && { size: found.ContentLength ?? 0 }
    },
    async remove(key) {
      assertKey(key)
      await reachable(client.send(new DeleteObjectCommand({ Bucket, Key: key })))
    },
    async retire(key) {
      assertKey(key)
      await reachable(client.send(new PutObjectCommand({ Bucket, Key: key, Body: '', ContentLength: 0 })))
    },
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && isKey(Key) && LastModified)
            yield { key: Key, modified: LastModified.toTemporalInstant() }
        }
      }
    },
    async mount(app) {
      const folder = await makeOwnFolder()
      app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))
      const target = {
        isTaken: async (key: string) => (await this.head(key)) !== null,
        temporary: async () => join(folder, randomUUID()),
        async keep(temporary: string, key: string, type: string) {
          const made = await put(key, temporary, type, { IfNoneMatch: '*' })
          return made && (made.ETag ?? '')
        },
      }
      await sendRoutes(app, { links, target, begin: options.hold, bounds: temporaryBounds })
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(5_000) })
    },
  }
}

const silenceMs = 8_000

// By default the SDK writes some warnings to the console, where each line of ours is JSON. Failures reach our log as errors.
const ignore = () => {}
const noLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** The client for all but downloads, and the one for those. */
function openClients({ accessKeyId, secretAccessKey, endpoint, region, forcePathStyle }: Options) {
  const store = {
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // By default the SDK signs the checksum of an empty body into upload links, which then match no file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: noLogger,
  } as const
  // Silence ends a request. The SDK's own request timeout only logs a warning.
  const client = new S3Client({
    ...store,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: silenceMs, logger: noLogger },
  })
  // For downloads, without the socket timeout: it would also cut off a stream that we have stopped reading for a while, such as a
  // document in an export while the part before it uploads.
  const reader = new S3Client({
    ...store,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      logger: noLogger,
    },
  })
  return { client, reader }
}

/**
 * Stores content of unknown size, and returns its size. Not by @aws-sdk/lib-storage: it mixes failures of the content with those of the
 * store, and a failed abort hides the reason for it.
 */
async function sendParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  content: Readable,
  ContentType: string,
): Promise<number> {
  const begin = new CreateMultipartUploadCommand({ ...object, ContentType })
  const { UploadId } = await reachable(client.send(begin))
  const upload = { ...object, UploadId }
  try {
    const Parts: CompletedPart[] = []
    let size = 0
    for await (const Body of partsOf(content)) {
      const PartNumber = Parts.length + 1
      const { ETag } = await reachable(client.send(new UploadPartCommand({ ...upload, PartNumber, Body })))
      Parts.push({ PartNumber, ETag })
      size += Body.length
    }
    const end = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
    await reachable(client.send(end))
    return size
  } catch (error) {
    // The bucket's lifecycle rule removes parts that this call couldn't, or that a killed server left.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** The same bytes, as long as each comes within the timeout after it is asked for. */
function untilSilent(body: Readable): Readable {
  const content = Readable.from(chunksOf(body), { objectMode: false })
  content.once('close', () => body.destroy())
  return content
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await within(silenceMs, chunks.next())
    if (!next) throw new Error('The store stopped sending an object')
    if (next.done) return
    yield next.value
  }
}

// S3 takes 10,000 parts of 5 MiB or more, and other stores want all but the last to be of one size.
const partBytes = 16 * 1024 * 1024

async function* partsOf(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    while (size >= partBytes) {
      const whole = Buffer.concat(held)
      yield whole.subarray(0, partBytes)
      held = [whole.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

const answers = (error: unknown, status: number) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

function ifMissing(error: unknown): null {
  if (answers(error, 404)) return null
  throw error
}

function ifTaken(error: unknown): null {
  if (answers(error, 412)) return null
  throw error
}

// It isn't the person's fault if the store is unreachable or refuses.
async function reachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw problem('upstream_unavailable', 'We can’t reach your files right now. Try again in a minute.', {
      retryAfterSeconds: 10,
      cause,
    })
  }
}
