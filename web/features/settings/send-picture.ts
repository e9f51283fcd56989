import type { CallInput } from '#shared/api/contract.ts'
import { profiles } from '#shared/api/profiles.ts'
import { transfer } from '#web/features/files/transfer.ts'
import { call } from '#web/lib/api.ts'

type PictureType = CallInput<typeof profiles.uploadPicture>['body']['type']

/** Uploads a cropped picture and returns the key for the profile. */
export async function sendPicture(
  picture: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const type: PictureType = picture.type === 'image/webp' ? 'image/webp' : 'image/png'
  const name = type === 'image/webp' ? 'picture.webp' : 'picture.png'
  const link = await call(profiles.uploadPicture, { body: { name, type, size: picture.size } }, { signal })
  await transfer({ method: 'PUT', url: link.url, headers: link.headers, body: picture, signal, onProgress })
  return link.key
}
