import { expect, test } from 'vitest'
import { endMark, excerptOf, startMark } from './excerpt.ts'

const filler = 'Nothing of interest stands in this sentence. '

/** The excerpt of a text in which [brackets] mark the words, written the same way. */
function excerpt(marked: string, plainOf = (text: string) => text): string {
  const text = marked.replace(/[[\]]/g, '')
  const plain = plainOf(marked)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}[\]]+/gu, ' ')
    .replaceAll('[', startMark)
    .replaceAll(']', endMark)
  return excerptOf(text, plain.trim())
    .pieces.map(piece => (piece.found ? `[${piece.text}]` : piece.text))
    .join('')
}

test('a short text is its own excerpt, on one line', () => {
  expect(excerpt('The [entropy] of an\nisolated  system grows.')).toBe(
    'The [entropy] of an isolated system grows.',
  )
})

test('an excerpt begins with the sentence of the first word', () => {
  const found = excerpt(`${filler.repeat(9)}The [entropy] of a system grows. ${filler.repeat(9)}`)
  expect(found).toBe(`… The [entropy] of a system grows. ${filler.repeat(4).trim()} …`)
})

test('an excerpt is from where most of the different words are', () => {
  const apart = `[Entropy] and [entropy] again. ${filler.repeat(9)}`
  expect(excerpt(`${apart}The [entropy] of an [isolated] system.`)).toBe(
    '… The [entropy] of an [isolated] system.',
  )
})

test('a text without sentences is cut between words', () => {
  const words = 'heat '.repeat(90)
  const found = excerpt(`${words}[entropy] ${words}`)
  expect(found).toMatch(/^… (heat )+\[entropy\]( heat)+ …$/)
  expect(found.length).toBeLessThan(240)
})

test('a word that is longer than an excerpt is in it', () => {
  const word = 'x'.repeat(400)
  expect(excerpt(`${filler.repeat(5)}[${word}] ${filler.repeat(5)}`)).toContain(`[${word}]`)
})

test('a text with nothing marked begins at its start', () => {
  expect(excerpt(filler.repeat(9))).toBe(`${filler.repeat(4).trim()} …`)
})

test('accents, symbols and what looks like a tag stay, whatever their plain words are', () => {
  const text = 'Where x<y and z>w, ½ of the [naïve] C++ and a [résumé] © Clausius [grow]'
  const plainOf = (marked: string) =>
    marked
      .replace('½', '1/2')
      .replace('ï', 'i')
      .replaceAll('é', 'e')
      .replace('C++', 'cpp')
      .replace('©', '(C)')
  expect(excerpt(text, plainOf)).toBe(text)
})
