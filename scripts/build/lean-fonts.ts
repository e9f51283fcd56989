import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.tmp/fonts')
/** The weights of web/styles/theme.css, and what browsers show as bold. */
const weights = { min: 400, max: 700 }
/** Kerning and accents, digits of one width, and no ligatures: in a CRN, `->` is two characters. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']

/**
 * Provides the files that web/styles/fonts.css names (`@lean-fonts/inter-common.woff2`): of each family the characters that it says
 * there, in the weights that the product uses. A first visit fetches a third of what the families come with.
 */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    async config() {
      await mkdir(folder, { recursive: true })
      const styles = await readFile(join(root, 'web/styles/fonts.css'), 'utf8')
      const faces = styles.matchAll(
        /url\("@lean-fonts\/((.+?)-(?:common|other)\.woff2)"\)[^}]*unicode-range:\s*([^;]+);/g,
      )
      await Promise.all(
        [...faces].map(([, file, family, ranges]) => makeLean(file!, family!, charactersOf(ranges!))),
      )
      return { resolve: { alias: { '@lean-fonts': folder } } }
    },
  }
}

/** From `U+20-7E, U+A0`. */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap(range => {
      const [first, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map(hex => Number.parseInt(hex, 16))
      return Array.from({ length: last! - first! + 1 }, (_, index) => String.fromCodePoint(first! + index))
    })
    .join('')
}

async function makeLean(file: string, family: string, characters: string) {
  const whole = import.meta.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const lean = await subsetFont(await readFile(fileURLToPath(whole)), characters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: weights },
  })
  // Another build may read the file at the same time.
  const draft = join(folder, `${file}-${process.pid}`)
  await writeFile(draft, lean)
  await rename(draft, join(folder, file))
}
