import { contextOf, toJpeg, whiteCanvas } from './canvas.ts'
import { refused } from './check-file.ts'
import { hasTooManyPixels, loadImage } from './load-image.ts'

const side = 300

/** A 300×300 thumbnail that an image covers, or null if this browser can't show such images. */
export async function imageThumbnail(file: Blob): Promise<Blob | null> {
  const image = await load(file)
  if (!image) return null
  if (hasTooManyPixels(image)) {
    throw refused('unsafe_file', 422, 'This image has more than 40 million pixels.')
  }
  const { left, top, size } = coverCrop(image.naturalWidth, image.naturalHeight)
  const canvas = whiteCanvas(side, side)
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, size, size, 0, 0, side, side)
  return toJpeg(canvas)
}

/** The largest centered square of an image. */
function coverCrop(width: number, height: number): { left: number; top: number; size: number } {
  const size = Math.min(width, height)
  return { left: (width - size) / 2, top: (height - size) / 2, size }
}

async function load(file: Blob): Promise<HTMLImageElement | null> {
  const url = URL.createObjectURL(file)
  try {
    const image = await loadImage(url)
    return image.naturalWidth > 0 ? image : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
