import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Passage } from '#shared/api/documents.ts'
import { settleCitations } from './citations.ts'

const passage = (text: string): Passage => ({
  id: '01999999-9999-7999-8999-999999999999',
  post_id: '01999999-9999-7999-8999-999999999998',
  title: 'Notes',
  doc_url: '01999999-9999-7999-8999-999999999997',
  page: 1,
  heading: null,
  text,
  boxes: [],
})
const passages = [
  passage('A buffer holds a weak acid and its conju- gate base,\nin similar amounts.'),
  passage('The pH equals the pKa at half the equivalence point.'),
]
const settle = (text: string) => settleCitations(text, passages, 'What is a buffer?')

describe('A citation', () => {
  test('of a passage stays; one of a passage that wasn’t given is removed', () => {
    const { text, cited } = settle('It holds two things [@1], and so on [@7] [@2, @9].')
    expect(text).toBe('It holds two things [@1], and so on [@2].')
    expect([...cited]).toEqual([
      [1, null],
      [2, null],
    ])
  })

  test('without a quotation gets the sentence that shares most of its statement’s words', () => {
    const long = passage(
      'Buffers are made in the laboratory. Blood is a buffer of carbonic acid. It keeps the pH of the body steady.',
    )
    const cite = (text: string) => settleCitations(text, [long, passages[1]!], '').cited.get(1)
    expect(cite('In the body, carbonic acid buffers blood [@1].')).toBe('Blood is a buffer of carbonic acid.')
    expect(cite('Buffers are useful. The body keeps its pH steady. [@1][@2]')).toBe(
      'It keeps the pH of the body steady.',
    )
    expect(cite('- Laboratories make buffers, *made* there [@1]\n- Something else')).toBe(
      'Buffers are made in the laboratory.',
    )
    expect(cite('Puffer halten den Wert im Körper [@1].')).toBe(null)
  })

  test('has every sentence of its passage that the answer relies on, in the passage’s order', () => {
    const long = passage(
      'First comes light. Then the leaf makes sugar. Water is split meanwhile. Oxygen leaves.',
    )
    const { cited } = settleCitations(
      'In the end "oxygen leaves" [@1]. Sugar is made by the leaf [@1], and "first comes light" [@1].',
      [long],
      '',
    )
    expect(cited.get(1)).toBe('First comes light. Then the leaf makes sugar. … Oxygen leaves')
  })

  test('with a quotation has the passage’s own words, whatever happened to spaces, hyphens and case', () => {
    const { text, cited } = settle('Notes say "a weak acid and its conjugate base, in similar amounts" [@1].')
    expect(text).toBe('Notes say "a weak acid and its conjugate base, in similar amounts" [@1].')
    expect(cited.get(1)).toBe('a weak acid and its conju- gate base,\nin similar amounts')
  })

  test('may leave words out of its quotation, in order', () => {
    expect(settle('“A buffer holds … similar amounts” [@1]').cited.get(1)).toMatch(/^A buffer.*amounts$/s)
    expect(settle('“similar amounts … A buffer holds” [@1]').text).toBe('[…]')
  })

  test('with words that aren’t in the passage is removed together with them', () => {
    const { text, cited } = settle('It says "a strong acid and nothing else" [@1].')
    expect(text).toBe('It says […].')
    expect(cited.size).toBe(0)
  })

  test('is told from the terms in quotation marks around it', () => {
    const terms = 'The term "merge" means that two sorted lists are joined, while "split" halves one [@1].'
    expect(settle(terms).text).toBe(terms)
    const both =
      'A "buffer" holds "a weak acid and its conjugate base" [@1], not "a strong acid and nothing else" [@1].'
    expect(settle(both).text).toBe('A "buffer" holds "a weak acid and its conjugate base" [@1], not […].')
  })

  test('under the wrong number counts for the only passage that contains it', () => {
    expect(settle('"The pH equals the pKa" [@1]').text).toBe('[…]')
    expect(settle('"The pH equals the pKa" [@1, @2]').text).toBe('"The pH equals the pKa" [@2]')
  })

  test.each([
    [
      'For example, "If it rains then the ground gets wet" is an implication [@2].',
      'For example, If it rains then the ground gets wet is an implication [@2].',
    ],
    [
      'The query “select name from students where year = 2” returns names.',
      'The query select name from students where year = 2 returns names.',
    ],
  ])('isn’t needed for an example’s words, which stay without their quotation marks: %s', (answer, text) => {
    expect(settle(answer).text).toBe(text)
  })

  test('isn’t needed for a quotation that is in a passage, which stays as it is', () => {
    const text = 'A "weak acid and its conjugate base, in similar amounts" is a buffer.'
    expect(settle(text)).toEqual({ text, cited: new Map() })
  })

  test('isn’t looked for in code, which stays as it is', () => {
    const text = 'Use `a[@1]` and\n```\nx = list[@9] + "a strong acid and nothing else" [@1]\n```'
    expect(settle(text)).toEqual({ text, cited: new Map() })
  })

  test.each([
    [
      'indented code',
      'Swap them:\n\n    a[@0] = a[@1]\n\n    print("a strong acid and nothing else")\n\nDone.',
    ],
    ['a formula', 'For $x \\in [@0, @1]$ and $A[@7]$,\n\n$$\\int_{[@1]} "a strong acid and nothing else"$$'],
  ])('isn’t looked for in %s', (_, text) => {
    expect(settle(text)).toEqual({ text, cited: new Map() })
  })

  test.each([
    'Take the list [2, 3, 8, 1], start with [7, 9, 12], and swap.',
    'Since a[0] is 4 and a[7] is 9, it moves to a[2].',
    'The rows are [1, 2] and [3, 4], and the vector is [1].',
    'On the interval [0, 1] it grows, the domain is [1, 2] and the range [1, 10].',
    'Then print(xs[1]) shows f(x)[2].',
  ])('isn’t what else stands in brackets: %s', text => {
    expect(settle(text)).toEqual({ text, cited: new Map() })
  })

  test.each(['[@1][@2]', '[@1, @2]', '[@1,2]', '[@1; @2]'])('may name several passages as %s', marks => {
    const { text, cited } = settle(`Both hold ${marks}.`)
    expect(text).toBe('Both hold [@1][@2].')
    expect([...cited.keys()]).toEqual([1, 2])
  })

  test.each([
    ['after indented code', 'So:\n\n    a[@0]\n\nIt holds two things [@1][@9].'],
    ['below a list’s item', '- A buffer\n\n    holds two things [@1][@9].'],
    ['in a paragraph that goes on indented', 'It holds\n    two things [@1][@9].'],
    ['beside a formula', 'With $[@9]$ it holds two things [@1][@9].'],
    ['between escaped dollars', 'From \\$5 it holds two things [@1][@9] to \\$4.'],
    ['after two dollars amid a line', 'It costs $$ for two things [@1][@9].'],
    ['below a list’s item with code', '- It has `x`\n    - and two things [@1][@9].'],
    ['after a paragraph with code', 'It has `x`\n    and two things [@1][@9].'],
    ['after a fence', '```\nx\n```\nIt holds two things [@1][@9].'],
  ])('%s is one', (_, text) => {
    expect(settle(text)).toEqual({ text: text.replace('[@1][@9]', '[@1]'), cited: new Map([[1, null]]) })
  })

  test.each([
    ['citations', '[@1,@2]'],
    ['sentences with a citation', 'A buffer holds an acid [@1,@2]. '],
    ['quotations', '"A buffer holds a weak acid and its base" '],
    ['formulas', '$x$ '],
    ['dollars', '$$ '],
    ['backquotes', '\n``` x'],
    ['indented lines', '\n\n    x'],
  ])('takes little work, even if the answer is nothing but %s', (_, piece) => {
    const text = piece.repeat(24_000 / piece.length)
    const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    let read = 0
    const counting = passages.map(given => ({
      ...given,
      get text() {
        read++
        return given.text
      },
    }))
    const { cited } = settleCitations(text, counting, '')
    const characters = segmented.mock.calls.reduce((sum, [input]) => sum + input.length, 0)
    segmented.mockRestore()
    expect(read).toBeLessThan(300)
    expect(characters).toBeLessThan(200_000)
    expect([...cited.keys()]).toEqual(piece.includes('[') ? [1, 2] : [])
  })

  test('never names a passage that wasn’t given, and its quote is always in its passage', () => {
    const pieces = [
      '"A buffer holds a weak acid" ',
      '“the pKa … equivalence point” ',
      'The pH equals the pKa ',
      '"a strong acid and nothing else" ',
      ...['[@1]', '[@2]', '[@9]', '[@1, @9]', '. ', '"', '`', '…', '\n', '$', '    '],
    ]
    let quotes = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), answer => {
        for (const [number, quote] of settle(answer.join('')).cited) {
          expect([1, 2]).toContain(number)
          if (quote !== null) quotes++
          for (const part of quote?.split(' … ') ?? []) expect(passages[number - 1]!.text).toContain(part)
        }
      }),
    )
    expect(quotes).toBeGreaterThan(0)
  })
})
