import { hasTooManyPixels, loadImage } from '#web/features/files/load-image.ts'

/** The types in the file picker. */
export const acceptedPictures = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** A chosen picture, ready to crop; revoke `url` when it is no longer visible. */
export type ChosenPicture = { name: string; url: string; image: HTMLImageElement }

const unreadable = 'We can’t show that file. Choose a PNG, JPEG or WebP picture.'

/** Opens a chosen file as a picture, or throws the message for the person. */
export async function loadPicture(file: File): Promise<ChosenPicture> {
  // An SVG opens as a picture too, but can contain scripts and links; only bitmaps pass.
  if (!/^image\/(png|jpeg|webp)$/.test(file.type)) throw new Error(unreadable)
  const url = URL.createObjectURL(file)
  try {
    const image = await loadImage(url)
    if (hasTooManyPixels(image)) {
      throw new Error('This picture has more than 40 million pixels. Choose a smaller one.')
    }
    return { name: file.name, url, image }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error instanceof Error ? error : new Error(unreadable)
  }
}
