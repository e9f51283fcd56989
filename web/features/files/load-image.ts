import { fileLimits } from '#shared/domain/file-types.ts'

/** Loads a picture. Rejects if this browser can't show it. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  await new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = reject
    image.src = url
  })
  return image
}

/** Whether it has more pixels than we accept. An element knows before they are decoded, so an image bomb is never unpacked. */
export function hasTooManyPixels({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  return naturalWidth * naturalHeight > fileLimits.pixels
}
