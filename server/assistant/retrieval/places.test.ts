import { expect, test } from 'vitest'
import { beginningOf, placesNamedIn } from './places.ts'

const placesIn = (question: string) =>
  placesNamedIn(question).map(({ kind, number }) => [kind.words[0], number])

test.each([
  ['Summarize chapter 5', [['chapter', '5']]],
  ['what does Sec. 3.2.1 say?', [['section', '3.2.1']]],
  ['explain Theorem 4.1, please', [['theorem', '4.1']]],
  ['What is in Article XIII?', [['article', '13']]],
  ['Quiz me on chapter five', [['chapter', '5']]],
  ['What is in appendix B?', [['appendix', 'B']]],
  ['Solve problem 7b', [['problem', '7']]],
  [
    'problem 7 on homework #2',
    [
      ['problem', '7'],
      ['homework', '2'],
    ],
  ],
  [
    'Compare lectures 3 and 8',
    [
      ['lecture', '3'],
      ['lecture', '8'],
    ],
  ],
  [
    'chapters 3 to 5 for the exam',
    [
      ['chapter', '3'],
      ['chapter', '4'],
      ['chapter', '5'],
    ],
  ],
  ['Which sections did I read?', []],
  ['What is the part I should read?', []],
  ['What does a table cost?', []],
  ['Is there an example a student could follow?', []],
])('%s names places', (question, named) => expect(placesIn(question)).toEqual(named))

const begins = (question: string, text: string) =>
  beginningOf(placesNamedIn(question)[0]!, text)?.index ?? null

test.each([
  ['theorem 4.1', 'The sum is finite. Theorem 4.1 (Gauss). Let G be a group.', 19],
  ['theorem 4.1', 'By Theorem 4.1 the sum is finite. Theorem 4.1 shows that it is.', null],
  ['theorem 4.1', 'The sum is finite. Theorem 4.12. Let G be a group.', null],
  ['chapter 5', 'Chapter 5\nHeaps\nA heap is a tree.', 0],
  ['chapter 5', 'CHAPTER V. Heaps are trees.', 0],
  ['chapter 5', '5 Heaps\nA heap is a tree.', 0],
  ['chapter 5', 'For heaps, see Chapter 5. They are trees.', null],
  ['section 3.2', 'It ends. 3.2 Samplers A sampler draws.', 9],
  ['section 3.2', 'It takes 3.2 Volts.', null],
  ['section 3.2', '3.1 Chains . . . . . . . 7 3.2 Samplers . . . . . . . . . 9', null],
  ['figure 2', 'time velocity Figure 2: A falling ball', 14],
  ['figure 2', 'The ball in Figure 2. It falls.', null],
  ['example 3.5', 'Consider this: Example 3.5. variables.stp prints them', 15],
  ['problem 7', '6. Find x. 7. Show that x is prime.', 11],
  ['equation 3.2', 'F = ma (3.2) where m is the mass', 7],
  ['equation 3.2', 'as equation (3.2) says', null],
  ['article 13', 'It may appeal. Article 13 Information to be provided', 15],
])('%s in “%s”', (question, text, index) => expect(begins(question, text)).toBe(index))
