import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const folder = resolve(import.meta.dirname, '../.tmp/fonts')
const families = ['inter', 'jetbrains-mono', 'source-serif-4']
/** The weights of web/styles/theme.css, and what browsers show as bold. */
const weights = { min: 400, max: 700 }
/** Kerning and accents, digits of one width, and no ligatures: in a CRN, `->` is two characters. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']

/**
 * Provides `@lean-fonts/inter-latin-wght-normal.woff2` and its like to the styles: the families' Latin letters in the weights
 * that the product uses, which is half of what a first visit would fetch.
 */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    async config() {
      await mkdir(folder, { recursive: true })
      await Promise.all(families.map(makeLean))
      return { resolve: { alias: { '@lean-fonts': folder } } }
    },
  }
}

async function makeLean(family: string) {
  const whole = import.meta.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const lean = await subsetFont(await readFile(fileURLToPath(whole)), '', {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    keepFeatures: features,
    variationAxes: { wght: weights },
  })
  // Another build may read the file at the same time.
  const draft = join(folder, `${family}-${process.pid}.woff2`)
  await writeFile(draft, lean)
  await rename(draft, join(folder, `${family}-latin-wght-normal.woff2`))
}
