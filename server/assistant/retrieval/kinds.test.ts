import { expect, test } from 'vitest'
import { asksForOverview, asksOfOpenPage, pagesNamedIn, pointsBack, subjectOf } from './kinds.ts'

test.each([
  'What are the main ideas in this document?',
  'Which definitions should I know?',
  'Explain the hardest part step by step.',
  'Ask me three questions to check what I know.',
  'What does this document say, and what are its main terms?',
  'Summarize chapter two',
])('%s wants the whole document', question => expect(asksForOverview(question)).toBe(true))

test.each([
  ['Summarize the causes of the French Revolution', 'the causes of the French Revolution'],
  ['What are the key terms in the section on enzymes?', 'What are the in the section on enzymes?'],
  ['Give me an overview of photosynthesis', 'me an of photosynthesis'],
  [
    'What is the main idea of the second law of thermodynamics?',
    'What is the of the second law of thermodynamics?',
  ],
  ['Explain the key concepts of dynamic programming', 'Explain the of dynamic programming'],
  ['Quiz me on chapter 7', 'on chapter 7'],
  ['Ask me five questions about sorting', 'about sorting'],
  ['Summarize page 12', 'page 12'],
  ['What does this document say about enzymes?', 'enzymes?'],
  ['Summarize the file system', 'the file system'],
  ['Summarize simple harmonic motion for the exam', 'simple harmonic motion'],
  ['How do I outline an essay?', 'How do I an essay?'],
])('%s names a subject', (question, subject) => {
  expect(asksForOverview(question)).toBe(true)
  expect(subjectOf(question)).toBe(subject)
})

test.each([
  ['What are the main ideas in this document?', 'What are the in ?'],
  ['Which definitions should I know?', 'Which ?'],
  ['Explain the hardest part step by step.', 'Explain the .'],
  ['Ask me three questions to check what I know.', 'what .'],
  ['What does this document say, and what are its main terms?', ', and what are its ?'],
  ['Give me a short summary of this lecture in 5 bullet points.', 'me a of in .'],
  ['Please list the key terms I need to know in this document.', 'the in .'],
])('%s names none beside fillers', (question, fillers) => expect(subjectOf(question)).toBe(fillers))

test.each([
  'What is a buffer?',
  'What is a summary statistic?',
  'Which term has the largest exponent?',
  'What does a hash table cost?',
])('%s wants one place in it', question => expect(asksForOverview(question)).toBe(false))

test.each([
  'And why is that?',
  'Tell me more',
  'What does it cost in the worst case?',
  'Why?',
  'Warum denn?',
])('%s refers back to an earlier message', question => expect(pointsBack(question)).toBe(true))

test.each([
  'What is a buffer and how is one made?',
  'Who won the football championship of Liechtenstein?',
  'When does the pH equal the pKa of an acid?',
  'Why does Dijkstra fail with negative edges?',
  'Who found that memory holds seven items?',
])('%s stands alone', question => expect(pointsBack(question)).toBe(false))

test.each([
  ['Summarize page 12', [[12, 12]]],
  ['Explain pages 3 to 5 step by step', [[3, 5]]],
  ['What is on pp. 3–4?', [[3, 4]]],
  ['Why is Page 7, above, wrong?', [[7, 7]]],
  [
    'Compare page 3 with page 10',
    [
      [3, 3],
      [10, 10],
    ],
  ],
  [
    'How do pages 3 and 10 differ?',
    [
      [3, 3],
      [10, 10],
    ],
  ],
  [
    'Sum up pages 2, 4-6, and 9',
    [
      [2, 2],
      [4, 6],
      [9, 9],
    ],
  ],
  ['On page 3, 2 terms are missing', [[3, 3]]],
])('%s names pages', (question, named) =>
  expect(pagesNamedIn(question).map(({ first, last }) => [first, last])).toEqual(named),
)

test.each(['What is paging?', 'How many pages has this?', 'What is a page of 4096 bytes?'])(
  '%s names no page',
  question => expect(pagesNamedIn(question)).toEqual([]),
)

test.each([
  'Explain this page',
  'Summarize the page.',
  'What is on the current slide?',
  'this page?',
  'Explain this theorem',
  'What is the idea of this proof?',
])('%s is about the open page', question => expect(asksOfOpenPage(question)).toBe(true))

test.each([
  'How large is the page table?',
  'What is a page?',
  'Compare this page with page 3',
  'Does this theorem of Gauss hold for primes?',
  'Explain the theorem of Gauss',
])('%s isn’t about the open page', question => expect(asksOfOpenPage(question)).toBe(false))
