import { createReadStream } from 'node:fs'
import { stampLetters } from '#shared/domain/reading.ts'
import type { Line } from './page-lines.ts'

/** As many as a page number and “Scanned with” some app have. */
const few = 40
/** A stamp is on so many pages. */
const leastPages = 3

/** For each page, whether its text may be no more than a stamp: it has few letters, or only lines that most pages have. */
export function mayBeStamps(pages: readonly (readonly Line[])[]): boolean[] {
  const pagesWith = new Map<string, number>()
  for (const key of pages.flatMap(lines => [...new Set(lines.map(keyOf))])) {
    pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1)
  }
  const most = Math.max(leastPages, pages.length / 2)
  return pages.map(lines => {
    const letters = lines.reduce((sum, { text }) => sum + lettersIn(text), 0)
    if (lines.length === 0 || letters >= stampLetters) return false
    return letters < few || lines.every(line => pagesWith.get(keyOf(line))! >= most)
  })
}

const keyOf = ({ text }: Line) => text.toLowerCase().replace(/\p{N}+/gu, '#')
const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** Whether a PDF has any pictures: what describes them is never packed. */
export async function hasPictures(path: string): Promise<boolean> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = rest + chunk
    if (/\/Subtype\s*\/Image\b/.test(text)) return true
    rest = text.slice(-40)
  }
  return false
}
