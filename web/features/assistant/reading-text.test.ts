import { expect, test } from 'vitest'
import { hasNoText, readingText } from './reading-text.ts'

const document = { state: 'done', kind: 'pdf', pages: 120, pages_done: 120, picture_pages: [] } as const

test('says how much of a document was read and which pages are pictures', () => {
  const text = (changes: object) => readingText({ ...document, picture_pages: [], ...changes })
  expect(text({})).toBeNull()
  expect(text({ state: 'reading', pages_done: 39 })).toBe('Reading page 40 of 120…')
  expect(text({ state: 'reading', pages_done: 120 })).toBe('Reading page 120 of 120…')
  expect(text({ picture_pages: [4] })).toBe('Page 4 is a picture, so there’s no text on it to search.')
  expect(text({ picture_pages: [1, 2, 3, 4, 5, 6, 7, 8] })).toBe(
    'Pages 1, 2, 3, 4, 5, 6 and 2 more are pictures, so there’s no text on them to search.',
  )
  expect(text({ pages: 1, picture_pages: [1] })).toContain('made of pictures')
  expect(text({ state: 'failed' })).toContain('We couldn’t read this document')
})

test('nobody can ask about a document of pictures, or one that couldn’t be read', () => {
  const asked = (changes: object) => hasNoText({ ...document, picture_pages: [], ...changes })
  expect(asked({})).toBe(false)
  expect(asked({ picture_pages: [4] })).toBe(false)
  expect(asked({ state: 'reading', pages: 1, pages_done: 0 })).toBe(false)
  expect(asked({ pages: 1, picture_pages: [1] })).toBe(true)
  expect(asked({ state: 'failed' })).toBe(true)
})
