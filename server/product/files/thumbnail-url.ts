import { files } from '#shared/api/files.ts'

/** The address of a post's thumbnail, or null. */
export function thumbnailUrl(thumbnailId: string | null): string | null {
  return thumbnailId && files.showThumbnail.path.replace('{key}', thumbnailId)
}
