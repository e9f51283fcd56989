import { fileLimits } from '#shared/domain/file-types.ts'

/** What the file picker offers. */
export const acceptedPictures = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** A picture that was chosen, ready to be cropped; `url` is to be revoked when it is no longer shown. */
export type ChosenPicture = { name: string; url: string; image: HTMLImageElement }

const unreadable = 'That file isn’t a picture Ignite can show. Choose a PNG, JPEG or WebP.'

/** Opens a chosen file as a picture, or throws what to tell the person. */
export async function loadPicture(file: File): Promise<ChosenPicture> {
  // An SVG opens as a picture too, but can hold scripts and links; only plain pixels go on.
  if (!/^image\/(png|jpeg|webp)$/.test(file.type)) throw new Error(unreadable)
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
    // An element knows its size before its pixels are decoded, so that an image bomb is never unpacked.
    if (image.naturalWidth * image.naturalHeight > fileLimits.pixels) {
      throw new Error('This picture has more than 40 million pixels. Choose a smaller one.')
    }
    return { name: file.name, url, image }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error instanceof Error ? error : new Error(unreadable)
  }
}
