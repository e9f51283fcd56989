import { fileLimits } from '#shared/domain/file-types.ts'
import { contextOf, toJpeg, whiteCanvas } from './canvas.ts'
import { refused } from './check-file.ts'

const side = 300

/** A 300×300 thumbnail that an image covers, or null if this browser can't show such images. */
export async function imageThumbnail(file: Blob): Promise<Blob | null> {
  const image = await load(file)
  if (!image) return null
  // An element knows its size before its pixels are decoded, so an image bomb is never unpacked.
  if (image.naturalWidth * image.naturalHeight > fileLimits.pixels) {
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
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
    return image.naturalWidth > 0 ? image : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
