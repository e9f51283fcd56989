import { profiles } from '#shared/api/profiles.ts'
import type { Person } from '../harness/person.ts'
import { makePng } from './documents.ts'
import { storeAt } from './uploads.ts'

/** Uploads a picture of a person through the front door, and returns its key. */
export async function uploadPicture(
  person: Person,
  bytes?: Uint8Array,
  type: 'image/png' | 'image/jpeg' | 'image/webp' = 'image/png',
): Promise<string> {
  const body = bytes ?? (await makePng())
  const { body: link } = await person.call(profiles.uploadPicture, {
    body: { name: 'me.png', type, size: body.length },
  })
  return storeAt(link, body)
}
