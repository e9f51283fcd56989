import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

// The PDFs name fonts that every reader brings; pdf.js brings these, and without them a page without system fonts is blank.
const fonts = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/standard_fonts/FoxitSerif.pfb')))

/** The first page as a PNG. */
export async function rasterise(pdf: Uint8Array, scale: number): Promise<Buffer> {
  const task = getDocument({
    data: pdf.slice(),
    standardFontDataUrl: fonts,
    disableFontFace: true,
    verbosity: 0,
  })
  try {
    const page = await (await task.promise).getPage(1)
    const viewport = page.getViewport({ scale })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: canvas as never, viewport }).promise
    return canvas.toBuffer('image/png')
  } finally {
    await task.destroy()
  }
}
