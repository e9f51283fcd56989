import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makePassages } from './make-passages.ts'
import { type Line, linesOf } from './page-lines.ts'

const line = (text: string, place: number, size = 0.012): Line => ({
  text,
  x: 0.1,
  y: place * 0.02,
  width: 0.8,
  height: size,
  size,
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

  test('isn’t cut at a line that is higher for a raised letter', () => {
    const piece = { x: 0.1, width: 0.2, height: 0.012, endsLine: false }
    const { passages } = make([
      ...linesOf([
        { ...piece, text: 'The energy is mc', y: 0.1 },
        { ...piece, text: '2', x: 0.3, y: 0.094, height: 0.009, width: 0.01 },
        { ...piece, text: ', where c is the speed', x: 0.31, y: 0.1, endsLine: true },
      ]),
      line('of light in a vacuum.', 6),
    ])
    expect(passages).toMatchObject([
      { heading: null, text: 'The energy is mc2, where c is the speed of light in a vacuum.' },
    ])
  })

  test('joins a hyphenated word', () => {
    expect(
      make([line('The equi-', 1), line('valence point. Self-', 2), line('Test', 3)]).passages[0]!.text,
    ).toBe('The equivalence point. Self- Test')
  })

  test('has the end of an explanation in the passage with its beginning', () => {
    const sentences = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `Sentence ${from + n} is about forty characters.`)
    const { passages } = make(sentences(0, 60).map((text, place) => line(text, place)))
    for (const [n, { text }] of passages.entries()) {
      const next = passages[n + 1]?.text
      if (next) expect(text).toContain(next.slice(0, 200))
      expect(text.length).toBeLessThanOrEqual(1200)
    }
    expect(passages.length).toBeGreaterThan(2)
  })

  test('without a sentence end or a space is cut between characters, never within one', () => {
    const { passages } = make([line(`a${'😀'.repeat(1300)}`, 1)])
    expect(passages.length).toBeGreaterThan(1)
    expect(passages.filter(({ text }) => !text.isWellFormed())).toEqual([])
  })

  test('loses none of its letters, whatever it contains, and no passage is too long', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '. ', ' ', 'é'), maxLength: 300 }), {
      maxLength: 40,
      size: 'max',
    })
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
    /** What passages that overlap say together: each begins within the text so far, or right after it. */
    const together = (texts: readonly string[], whole: string) =>
      texts.reduce((said, text) => {
        const from = whole.lastIndexOf(text, said.length)
        return from < 0 ? said : whole.slice(0, Math.max(said.length, from + text.length))
      }, '')
    fc.assert(
      fc.property(words, texts => {
        const lines = texts.map((text, place) => line(text.trim(), place)).filter(({ text }) => text !== '')
        const { passages } = make(lines)
        const whole = letters(lines.map(({ text }) => text).join(''))
        const said = passages.map(({ text }) => letters(text))
        expect(together(said, whole)).toBe(whole)
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

  test.each(['-', '\u2010', '\u00ad'])('that ends in the hyphen %j goes on in the next line', hyphen => {
    const piece = { x: 0.1, width: 0.2, height: 0.01, endsLine: true }
    const lines = linesOf([
      { ...piece, y: 0.1, text: `An experi${hyphen}` },
      { ...piece, y: 0.12, text: 'mental re\u00adsult.' },
    ])
    expect(make(lines).passages.map(({ text }) => text)).toEqual(['An experimental result.'])
  })
})
