import { expect, test } from 'vitest'
import { folded, patternOf } from './find-in-text.ts'
import { searchPages } from './search-pages.ts'

const run = async (
  texts: (string | Error)[],
  query: string,
  from = 1,
  signal = new AbortController().signal,
) => {
  const told: { counts: readonly number[]; done: boolean }[] = []
  const asked: number[] = []
  await searchPages({
    pages: texts.length,
    from,
    read: async page => {
      asked.push(page)
      const text = texts[page - 1]!
      if (text instanceof Error) throw text
      return folded(text)
    },
    pattern: patternOf(query)!,
    signal,
    onCounts: (counts, done) => told.push({ counts, done }),
  })
  return { told, asked }
}

test('all pages are searched from the one being read, and one that can’t be read is passed over', async () => {
  const { told, asked } = await run(['a heap', 'Heap and heap', new Error('lost'), 'no'], 'heap', 3)
  expect(asked).toEqual([3, 4, 1, 2])
  expect(told.at(-1)).toEqual({ counts: [1, 2, 0, 0], done: true })
})

test('a thousand pages are searched in slices, and an ended search says nothing more', async () => {
  const page = 'Every page says something about heaps, sorting and such. '.repeat(60)
  const { told } = await run(
    Array.from({ length: 1000 }, () => page),
    'sorting',
  )
  expect(told.length).toBeGreaterThan(1)
  expect(told.at(-1)!.counts.every(count => count === 60)).toBe(true)
  const ended = await run([page, page], 'sorting', 1, AbortSignal.abort())
  expect(ended.told).toEqual([])
})
