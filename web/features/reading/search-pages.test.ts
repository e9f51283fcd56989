import { afterEach, expect, test, vi } from 'vitest'
import { folded, patternOf } from './find-in-text.ts'
import { searchPages } from './search-pages.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

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

test('pages are searched in slices of time, and an ended search says nothing more', async () => {
  let measured = 0
  // Each page takes four milliseconds.
  vi.spyOn(performance, 'now').mockImplementation(() => {
    measured += 4
    return measured
  })
  const pages = Array.from({ length: 10 }, () => 'sorting, and sorting')
  const { told } = await run(pages, 'sorting')
  const searched = ({ counts }: { counts: readonly number[] }) => counts.filter(count => count === 2).length
  expect(told.map(searched)).toEqual([3, 6, 9, 10])
  expect(told.map(({ done }) => done)).toEqual([false, false, false, true])
  const ended = await run(pages, 'sorting', 1, AbortSignal.abort())
  expect(ended.told).toEqual([])
})
