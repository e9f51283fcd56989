import { expect, test } from 'vitest'
import type { Line } from './page-lines.ts'
import { mayBeStamps } from './stamped-pages.ts'

const line = (text: string): Line => ({ text, x: 0.1, y: 0.9, width: 0.5, height: 0.01, size: 0.01 })
const long = 'Downloaded by Ana Author (ana.author@example.edu), for personal use only'

test('a page number and the name of an app may be stamps, and so are long lines that most pages have', () => {
  expect(mayBeStamps([[line('Scanned with CamScanner'), line('12')]])).toEqual([true])
  const pages = [1, 2, 3, 4].map(page => [line(long), line(`Page ${page} of 4`)])
  expect(
    mayBeStamps([...pages, [line(long), line('Each tree has a leaf, and each forest has several.')]]),
  ).toEqual([true, true, true, true, false])
})

test('a page without text has no stamp, nor has a text that stands on one page, or on all and is long', () => {
  expect(mayBeStamps([[]])).toEqual([false])
  expect(mayBeStamps([[line(long)], [line(`${long} of students`)]])).toEqual([false, false])
  const letterhead = Array.from({ length: 8 }, () => line(long))
  expect(mayBeStamps([letterhead, letterhead, letterhead])).toEqual([false, false, false])
})
