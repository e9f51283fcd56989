import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makePassages } from './make-passages.ts'
import { type Line, linesOf } from './page-lines.ts'

const line = (text: string, place: number, height = 0.012): Line => ({
  text,
  x: 0.1,
  y: place * 0.02,
  width: 0.8,
  height,
})
const make = (lines: Line[]) => makePassages(lines, 0.012, null)

describe('A page', () => {
  test('is cut at headings, which go before the text under them', () => {
    const body = (word: string) => `${word} is said here. `.repeat(30).trim()
    const { passages, heading } = make([
      line('Buffers', 1, 0.02),
      line(body('This'), 2),
      line('Two traps', 3, 0.02),
      line(body('That'), 4),
    ])
    expect(passages.map(passage => [passage.heading, passage.text.slice(0, 15)])).toEqual([
      ['Buffers', 'Buffers\nThis is'],
      ['Two traps', 'Two traps\nThat '],
    ])
    expect(heading).toBe('Two traps')
  })

  test('joins a hyphenated word', () => {
    expect(
      make([line('The equi-', 1), line('valence point. Self-', 2), line('Test', 3)]).passages[0]!.text,
    ).toBe('The equivalence point. Self- Test')
  })

  test('loses none of its letters, whatever it contains, and no passage is too long', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '. ', ' ', 'é'), maxLength: 300 }), {
      maxLength: 40,
    })
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
    fc.assert(
      fc.property(words, texts => {
        const lines = texts.map((text, place) => line(text.trim(), place)).filter(({ text }) => text !== '')
        const { passages } = make(lines)
        expect(letters(passages.map(({ text }) => text).join(''))).toBe(
          letters(lines.map(({ text }) => text).join('')),
        )
        for (const { text, boxes } of passages) {
          expect(text.length).toBeLessThanOrEqual(2100)
          expect(boxes.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})

describe('The text of a line', () => {
  test('is what people see: nothing without width, nothing outside the page', () => {
    const piece = { x: 0.1, y: 0.1, width: 0.2, height: 0.01, endsLine: true }
    const lines = linesOf([
      { ...piece, text: 'of\u200bfi\u202ece \ufb01le\u0007' },
      { ...piece, text: 'obey', x: 7 },
    ])
    expect(lines.map(({ text }) => text)).toEqual(['office file'])
  })
})
