import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** How long an upload link is valid. */
export const uploadLinkSeconds = 600

export type UploadGrant = {
  key: string
  type: string
  /** The exact size in bytes, if the uploader stated it; otherwise anything up to `maxBytes`. */
  size?: number | undefined
  maxBytes: number
  /** Who uploads: the limits count all of their uploads together. */
  personId: string
  expiresInSeconds: number
}

export type DownloadGrant = {
  key: string
  /** The type and name under which the file is served, whatever the uploader said. */
  type: string
  filename: string
  expiresInSeconds: number
}

/** A request that the holder may make once: the address and the required headers. */
export type SignedRequest = { url: string; headers: Record<string, string> }

/** Where files live: a folder on this machine or an S3-compatible store. Only the server creates keys. */
export type Storage = {
  /** Grants one PUT of one new object, of the stated size or of at most `maxBytes`. */
  signedUpload(grant: UploadGrant): Promise<SignedRequest>
  /** Grants reading one object, as an attachment. */
  signedDownload(grant: DownloadGrant): Promise<string>
  /** Stores a local file under a key. */
  putFile(key: string, path: string, type: string): Promise<void>
  /** Stores a stream of any size under a key, and returns its size. Keeps nothing of a stream that fails. */
  putStream(key: string, content: Readable, type: string): Promise<number>
  /** The object's bytes; null if it doesn't exist. */
  get(key: string): Promise<Readable | null>
  /** The object's size; null if it doesn't exist. */
  head(key: string): Promise<{ size: number } | null>
  /** Removes an object. Succeeds if it doesn't exist, since removals are retried. */
  remove(key: string): Promise<void>
  /**
   * Removes an upload whose link may still be valid. Leaves an empty object at its key, which no link can
   * overwrite; `remove` deletes that once the link has expired.
   */
  retire(key: string): Promise<void>
  /**
   * Every object below a prefix, with its modification time. Without those that other programs made: the marker
   * of a folder, or a file that wasn't copied to its end.
   */
  list(prefix: string): AsyncIterable<{ key: string; modified: Temporal.Instant }>
  /** Adds the routes at which this server itself accepts or serves files. */
  mount(app: FastifyInstance): Promise<void>
  /** Rejects while files can't be stored. */
  check(): Promise<void>
}
