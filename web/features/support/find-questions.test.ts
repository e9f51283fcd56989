import { describe, expect, test } from 'vitest'
import { findQuestions, matchesIn } from './find-questions.ts'
import { type Question, questions } from './questions.ts'

const some: Question[] = [
  { id: 'one', category: 'tutoring', question: 'Who sets the rate?', answer: ['Tutors do.'] },
  {
    id: 'two',
    category: 'bookings',
    question: 'Can I cancel?',
    answer: ['The rate comes back.', 'Isn’t that nice?'],
  },
]
const ids = (text: string, category?: 'tutoring' | 'bookings') =>
  findQuestions(some, text, category).map(({ id }) => id)

describe('searching the questions', () => {
  test('searches questions and answers, ignoring case', () => {
    expect(ids('RATE')).toEqual(['one', 'two'])
    expect(ids('comes')).toEqual(['two'])
    expect(ids('cancel')).toEqual(['two'])
  })

  test('requires every word', () => {
    expect(ids('rate back')).toEqual(['two'])
    expect(ids('rate zebra')).toEqual([])
  })

  test('stays within a category, and lists all of it without words', () => {
    expect(ids('rate', 'bookings')).toEqual(['two'])
    expect(ids('', 'tutoring')).toEqual(['one'])
    expect(ids('  ')).toEqual(['one', 'two'])
  })

  test('treats a straight apostrophe like a curly one', () => {
    expect(ids("isn't")).toEqual(['two'])
  })

  test('marks matches and keeps the rest', () => {
    expect(matchesIn('The rate comes back.', 'rate back')).toEqual([
      { text: 'The ', match: false },
      { text: 'rate', match: true },
      { text: ' comes ', match: false },
      { text: 'back', match: true },
      { text: '.', match: false },
    ])
    expect(
      matchesIn('İstanbul rate', 'rate')
        .map(({ text }) => text)
        .join(''),
    ).toBe('İstanbul rate')
    expect(
      matchesIn('(a+)+$', '(a+)+')
        .map(({ text }) => text)
        .join(''),
    ).toBe('(a+)+$')
  })
})

test('there are at least 25 questions, each with its own fragment', () => {
  expect(questions.length).toBeGreaterThanOrEqual(25)
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
})
