import { describe, expect, test } from 'vitest'
import { folded, nearestHit, patternOf, placesOf, rankOf, stepHit } from './find-in-text.ts'

const found = (text: string, query: string) => {
  const pattern = patternOf(query)
  const whole = folded(text)
  return pattern ? placesOf(whole, pattern).map(({ start, end }) => whole.slice(start, end)) : null
}

describe('A query', () => {
  test('is found whatever its case, accents, ligatures and quotes', () => {
    expect(found('Résumé, RESUME; the eﬃcient “Σίσυφος”', 'resumé')).toHaveLength(2)
    expect(found('an eﬃcient way', 'efficient')).toHaveLength(1)
    expect(found('the “Σίσυφος” of Homer’s', '"ΣΊΣΥΦΟΣ"')).toHaveLength(1)
    expect(found('Homer’s', "homer's")).toHaveLength(1)
    expect(found('They´re here', "they're")).toHaveLength(1)
    // As the older fonts of TeX draw them.
    expect(
      found('J´erˆome, Franc¸ois and Mikul´ık of Poincar´e’s M¨obius band', 'jérôme, françois and mikulík'),
    ).toHaveLength(1)
    expect(found('J´erˆome, Franc¸ois and Mikul´ık of Poincar´e’s M¨obius band', 'Mobius')).toHaveLength(1)
  })

  test('is found over line ends, in hyphenated words and in words with a hyphen of their own', () => {
    expect(found('an equi-\nvalence relation', 'equivalence')).toEqual(['equi-\nvalence'])
    expect(found('one self-\ncontained or self-contained part', 'self-contained')).toHaveLength(2)
    expect(found('the red\nblack   tree', 'red black tree')).toHaveLength(1)
    expect(found('pages 3–5', '3-5')).toHaveLength(1)
  })

  test('means its signs as they are', () => {
    expect(found('C++ and C+ and f(x) = [a|b]*?', 'C++')).toHaveLength(1)
    expect(found('C++ and C+ and f(x) = [a|b]*?', 'f(x) = [a|b]*?')).toHaveLength(1)
    expect(found('a/b \\ c^2 $1 {x}', 'a/b \\ c^2 $1 {x}')).toHaveLength(1)
  })

  test('finds nothing if it is empty or absent', () => {
    expect(found('text', '  ')).toBeNull()
    expect(found('text', 'tent')).toEqual([])
  })
})

describe('What is found', () => {
  const counts = [0, 2, 0, 1, 0]

  test('is gone through in the order of the document, and around its ends', () => {
    const all = [
      { page: 2, index: 0 },
      { page: 2, index: 1 },
      { page: 4, index: 0 },
    ] as const
    for (const [at, hit] of all.entries()) {
      expect(stepHit(counts, hit, 1)).toEqual(all[(at + 1) % 3])
      expect(stepHit(counts, hit, -1)).toEqual(all[(at + 2) % 3])
      expect(rankOf(counts, hit)).toEqual({ rank: at + 1, total: 3 })
    }
  })

  test('begins at the page being read', () => {
    expect(nearestHit(counts, 1)).toEqual({ page: 2, index: 0 })
    expect(nearestHit(counts, 3)).toEqual({ page: 4, index: 0 })
    expect(nearestHit(counts, 5)).toEqual({ page: 2, index: 0 })
    expect(nearestHit([0, 0], 1)).toBeNull()
    expect(nearestHit([], 1)).toBeNull()
    expect(stepHit([0, 1], { page: 2, index: 0 }, 1)).toEqual({ page: 2, index: 0 })
  })
})
