import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

/** For how long a link to upload is good. */
export const uploadLinkSeconds = 600

export type UploadGrant = {
  key: string
  type: string
  /** The exact size in bytes, where the uploader said it; else anything up to `maxBytes`. */
  size?: number | undefined
  maxBytes: number
  /** Who uploads: what they send at once is counted together. */
  personId: string
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
  /** Grants one PUT of one new object, of the size that was said or of at most `maxBytes`. */
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
  /**
   * Removes an upload whose link may still be good. What is left at its key is an empty object, over which no link can write;
   * `remove` takes that away once the link has expired.
   */
  retire(key: string): Promise<void>
  /** Every object below a prefix, with the time it was written. */
  list(prefix: string): AsyncIterable<{ key: string; modified: Temporal.Instant }>
  /** Adds the routes at which this server itself takes or serves files. */
  mount(app: FastifyInstance): Promise<void>
  /** Rejects while files can't be stored. */
  check(): Promise<void>
}

/** Opens the store that the configuration names. */
export function createStorage(config: Config, now: () => Temporal.Instant = Temporal.Now.instant): Storage {
  const links = { secret: config.secret, publicUrl: config.publicUrl, now }
  return config.storage.kind === 's3'
    ? openS3({ ...config.storage, ...links })
    : openFolder({ folder: config.storage.folder, ...links })
}
