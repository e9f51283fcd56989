import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What pdf.js needs to read text: the letters of many Chinese, Japanese and Korean fonts are listed there only. */
export const textAssets = { cMapUrl: `${library}/cmaps/` }

/** What it needs to draw. */
export const drawingAssets = {
  ...textAssets,
  iccUrl: `${library}/iccs/`,
  standardFontDataUrl: `${library}/standard_fonts/`,
  wasmUrl: `${library}/wasm/`,
}
