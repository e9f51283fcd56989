import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { problem } from '../http/problem.ts'
import { assertKey, attachment, documentCaching } from './keys.ts'
import type { Storage } from './storage.ts'

type Options = {
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/**
 * An S3-compatible store; browsers send to it and read from it directly. Its bucket must allow that from our origin:
 * methods PUT, GET and HEAD, headers content-type, if-none-match and range, and must expose ETag, Content-Range,
 * Content-Length and Accept-Ranges.
 */
export function openS3(options: Options): Storage {
  const { bucket: Bucket, accessKeyId, secretAccessKey, endpoint, region, forcePathStyle } = options
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // By default the SDK signs the checksum of an empty body into upload links, which then fit no file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Silence ends a request. The SDK's own bound of a whole request only writes a warning.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 8_000 },
    maxAttempts: 2,
  })

  return {
    async signedUpload({ key, type, size, expiresInSeconds }) {
      assertKey(key)
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: type,
        IfNoneMatch: '*',
        ...(size !== undefined && { ContentLength: size }),
      })
      const signed = new Set([
        'content-type',
        'if-none-match',
        ...(size === undefined ? [] : ['content-length']),
      ])
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
        ResponseContentDisposition: attachment(filename),
        ResponseCacheControl: documentCaching,
      })
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds })
    },
    async putFile(key, path, type) {
      assertKey(key)
      const { size } = await stat(path)
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        Body: createReadStream(path),
        ContentLength: size,
        ContentType: type,
      })
      await reachable(client.send(command))
    },
    async get(key) {
      assertKey(key)
      const found = await reachable(client.send(new GetObjectCommand({ Bucket, Key: key })).catch(ifMissing))
      return (found?.Body as Readable | undefined) ?? null
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
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, modified: LastModified.toTemporalInstant() }
        }
      }
    },
    async mount() {},
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(5_000) })
    },
  }
}

function ifMissing(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}

// The store being away or refusing is nothing the person did.
async function reachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw Object.assign(
      problem('upstream_unavailable', 'Files can’t be reached at the moment. Try again in a minute.', {
        retryAfterSeconds: 10,
      }),
      { cause: error },
    )
  }
}
