import { expect, test } from 'vitest'
import { hasNoText, readingText } from './reading-text.ts'

const document = {
  state: 'done',
  kind: 'pdf',
  pages: 120,
  pages_done: 120,
  read_to: null,
  picture_pages: [],
  unread_pages: 0,
} as const

test('says how much of a document was read and which pages are pictures', () => {
  const text = (changes: object) => readingText({ ...document, picture_pages: [], ...changes })
  expect(text({})).toBeNull()
  expect(text({ state: 'reading', pages_done: 39 })).toBe('Reading page 40 of 120…')
  expect(text({ state: 'reading', pages_done: 120 })).toBe('Reading page 120 of 120…')
  expect(text({ picture_pages: [4] })).toBe('We didn’t find any text on page 4.')
  expect(text({ picture_pages: [1, 2, 3, 4, 5, 6, 7, 8] })).toBe(
    'We didn’t find any text on pages 1, 2, 3, 4, 5, 6 and 2 more.',
  )
  expect(text({ pages: 1, picture_pages: [1] })).toBe('We didn’t find any text in this document.')
  expect(text({ picture_pages: [4], unread_pages: 1 })).toBe('Reading the text on a scanned page…')
  expect(text({ unread_pages: 5000 })).toBe('Reading the text on 5,000 scanned pages…')
  expect(text({ kind: 'image', unread_pages: 1 })).toBe('Reading the text in this picture…')
  expect(text({ read_to: 48 })).toBe('This document has too much text. We read it up to page 48.')
  expect(text({ read_to: undefined }), 'from an old server').toBeNull()
  expect(text({ state: 'failed' })).toContain('We couldn’t read this document')
})

test('nobody can ask about a document of pictures, or one that couldn’t be read', () => {
  const asked = (changes: object) => hasNoText({ ...document, picture_pages: [], ...changes })
  expect(asked({})).toBe(false)
  expect(asked({ picture_pages: [4] })).toBe(false)
  expect(asked({ state: 'reading', pages: 1, pages_done: 0 })).toBe(false)
  expect(asked({ pages: 1, picture_pages: [1] })).toBe(true)
  expect(asked({ pages: 1, picture_pages: [1], unread_pages: 1 })).toBe(false)
  expect(asked({ state: 'failed' })).toBe(true)
})
