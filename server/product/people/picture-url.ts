import { profiles } from '#shared/api/profiles.ts'

/**
 * The address of a person's picture, or null. Only our own copies are shown: loading a provider's picture
 * would reveal who looks at whom.
 */
export function pictureUrl(pictureId: string | null): string | null {
  return pictureId && profiles.showPicture.path.replace('{key}', pictureId)
}
