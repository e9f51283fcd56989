import type { Config } from '#server/config/config.ts'
import { openFolder } from './folder.ts'
import { type BeginSending, createSendings, temporaryBounds } from './send-bounds.ts'
import type { Storage } from './storage.ts'

/** Opens the configured store. */
export async function createStorage(
  { storage, secret, publicUrl }: Config,
  now: () => Temporal.Instant = Temporal.Now.instant,
  hold: BeginSending = createSendings(temporaryBounds),
): Promise<Storage> {
  const links = { secret, publicUrl, now }
  if (storage.kind === 'folder') return openFolder({ folder: storage.folder, ...links })
  // The SDK takes 38 MB, which a server without it doesn't need.
  const { openS3 } = await import('./s3.ts')
  return openS3({ ...storage, ...links, hold })
}
