import { blobOf, contextOf } from '#web/features/files/canvas.ts'

export type Square = { x: number; y: number; width: number; height: number }

const side = 512

/** A square of a picture, 512 px wide: WebP, or PNG from browsers that can't write WebP. */
export async function cropPicture(image: HTMLImageElement, { x, y, width, height }: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  return blobOf(canvas, 'image/webp', 0.9)
}
