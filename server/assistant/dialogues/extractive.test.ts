import { expect, test } from 'vitest'
import { extract } from './extractive.ts'

const passage = (text: string) => ({
  ...{ id: 'p', post_id: 'p', doc_url: 'd', title: 'Faces', page: 1, heading: null, boxes: [] },
  text,
})

test.each([
  ['has none of the question’s words', 'What is a buffer?'],
  ['has one of them', 'What is a smile?'],
])('the quote of a long passage that %s ends between characters, never within one', (_, question) => {
  const { quotes } = extract([passage(`smile${'😀'.repeat(400)}`)], question, 'explain')
  expect(quotes[0]!.length).toBeGreaterThan(400)
  expect(quotes[0]!.isWellFormed()).toBe(true)
})

test.each([
  ['this page', 'Explain this page'],
  ['a page by its number', 'What does page 5 say?'],
  ['a heading', 'merge sort'],
])('a question about %s isn’t answered by a heading alone', (_, question) => {
  const text =
    'Page 5\nMerge sort\nIt splits a list into halves.\nIt sorts both and merges them.\nA list of one is sorted.'
  const { quotes } = extract([passage(text)], question, 'explain')
  expect(quotes[0]).toContain('It splits a list into halves.')
})
