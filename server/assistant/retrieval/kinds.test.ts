import { expect, test } from 'vitest'
import { asksForOverview, pointsBack } from './kinds.ts'

test.each([
  'What are the main ideas in this document?',
  'Which definitions should I know?',
  'Explain the hardest part step by step.',
  'Ask me three questions to check what I know.',
  'What does this document say, and what are its main terms?',
  'Summarize chapter two',
])('%s wants the whole document', question => expect(asksForOverview(question)).toBe(true))

test.each(['What is a buffer?', 'Which term has the largest exponent?', 'What does a hash table cost?'])(
  '%s wants one place in it',
  question => expect(asksForOverview(question)).toBe(false),
)

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
