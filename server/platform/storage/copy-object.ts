import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Storage } from './storage.ts'

/** Writes an object to a new local file. False if the object doesn't exist. */
export async function copyObject(storage: Storage, key: string, path: string): Promise<boolean> {
  const content = await storage.get(key)
  // Nothing may be awaited in between: a stream that fails before anybody listens to it ends the process.
  if (content) await pipeline(content, createWriteStream(path, { flags: 'wx' }))
  return content !== null
}
