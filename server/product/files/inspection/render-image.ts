import { readFile } from 'node:fs/promises'
import { Refusal } from '#server/platform/sandbox/child.ts'
import { type Sharp, sharp } from '#server/platform/sandbox/sharp.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import type { ImageShape, ImageType, Inspection } from './inspection.ts'

type Job = Extract<Inspection, { kind: 'image' }>

const formats: Record<string, ImageType> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' }
const options = { limitInputPixels: fileLimits.pixels, failOn: 'error', animated: false } as const

/**
 * Decodes an image and redraws it, upright and without its metadata (place, camera, thumbnails, profiles).
 */
export async function renderImage({ path, type, outputs }: Job): Promise<void> {
  try {
    const image = type === 'image/heic' ? await openHeic(path) : await openCommon(path, type)
    for (const output of outputs) {
      await encode(shaped(image.clone(), output.shape), output.type).toFile(output.path)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/pixel limit|exceeds/i.test(String(error))) throw tooManyPixels()
    throw new Refusal('broken_file', 'This image is damaged or isn’t the type its name says.')
  }
}

/** Opens an image of a type that this decoder reads, upright. */
export async function openCommon(path: string, type: ImageType): Promise<Sharp> {
  const image = sharp(path, options)
  const { format, width, height } = await image.metadata()
  if (formats[format] !== type) {
    throw new Refusal('broken_file', 'This image isn’t the type its name says.')
  }
  refuseTooLarge(width, height)
  return image.autoOrient()
}

async function openHeic(path: string): Promise<Sharp> {
  // Few pictures are of this type, and its decoder takes a tenth of the start of a process.
  const { default: decodeHeic } = await import('heic-decode')
  const images = await decodeHeic.all({ buffer: await readFile(path) })
  try {
    const first = images[0]
    if (!first) throw new Refusal('broken_file', 'This file doesn’t have an image in it.')
    refuseTooLarge(first.width, first.height)
    const { data, width, height } = await first.decode()
    return sharp(data, { ...options, raw: { width, height, channels: 4 } })
  } finally {
    // They are in the memory of the decoder, which the next jobs use too.
    images.dispose()
  }
}

function shaped(image: Sharp, shape: ImageShape): Sharp {
  if (shape === 'whole') return image
  if ('cover' in shape) return image.resize(shape.cover, shape.cover, { fit: 'cover' })
  return image.resize(shape.within, shape.within, { fit: 'inside', withoutEnlargement: true })
}

function encode(image: Sharp, type: ImageType): Sharp {
  if (type === 'image/png') return image.png({ compressionLevel: 8 })
  return type === 'image/jpeg' ? image.jpeg({ quality: 90 }) : image.webp({ quality: 82 })
}

function refuseTooLarge(width: number, height: number): void {
  if (width * height > fileLimits.pixels) throw tooManyPixels()
  if (Math.max(width, height) <= fileLimits.imageSide) return
  throw new Refusal(
    'unsafe_file',
    `Images can be up to ${fileLimits.imageSide.toLocaleString('en-US')} pixels wide and high.`,
  )
}

const tooManyPixels = () =>
  new Refusal('unsafe_file', `Images can have up to ${fileLimits.pixels / 1_000_000} million pixels.`)
