import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

/** For how long a link to upload or download is good. */
export const linkSeconds = 600

export type UploadGrant = {
  key: string
  type: string
  /** The exact size in bytes, where the uploader said it; else any size up to the store's limit. */
  size?: number | undefined
  expiresInSeconds: number
}

export type DownloadGrant = {
  key: string
  /** The type and the name under which the file is served, whatever was said when it was uploaded. */
  type: string
  filename: string
  expiresInSeconds: number
}

/** A request the holder may make once: the address and the headers that must go with it. */
export type SignedRequest = { url: string; headers: Record<string, string> }

/** Where files live: a folder of this machine or an S3-compatible store. Keys are made by the server alone. */
export type Storage = {
  /** Grants one PUT of one new object. */
  signedUpload(grant: UploadGrant): Promise<SignedRequest>
  /** Grants reading one object, as an attachment. */
  signedDownload(grant: DownloadGrant): Promise<string>
  /** Stores a file of this machine under a key. */
  putFile(key: string, path: string, type: string): Promise<void>
  /** The object's bytes; null where there is none. */
  get(key: string): Promise<Readable | null>
  /** The object's size; null where there is none. */
  head(key: string): Promise<{ size: number } | null>
  /** Removes an object. Succeeds where there is none: removal is retried. */
  remove(key: string): Promise<void>
  /** Every object below a prefix, with the time it was written. */
  list(prefix: string): AsyncIterable<{ key: string; modified: Temporal.Instant }>
  /** Adds the routes of a store that this server itself serves. */
  mount(app: FastifyInstance): Promise<void>
  /** Rejects while files can't be stored. */
  check(): Promise<void>
}

/** Opens the store that the configuration names. */
export function createStorage(config: Config, now: () => Temporal.Instant = Temporal.Now.instant): Storage {
  return config.storage.kind === 's3'
    ? openS3(config.storage)
    : openFolder({ folder: config.storage.folder, secret: config.secret, publicUrl: config.publicUrl, now })
}
