import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cursorPaging } from './cursor-paging.ts'

type Page = { rows: string[]; next_cursor: string | null }

test('what changes in a list while its next page is on its way stays', async () => {
  const next = Promise.withResolvers<Page>()
  const queryClient = new QueryClient()
  const queryKey = ['list']
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: ({ pageParam }): Page | Promise<Page> =>
      pageParam.cursor === undefined ? { rows: ['one', 'two'], next_cursor: 'a' } : next.promise,
    ...cursorPaging<Page>(page => page.rows),
  })
  const leave = list.subscribe(() => {})
  await list.refetch()
  const fetched = list.fetchNextPage()
  queryClient.setQueryData(queryKey, {
    pages: [{ rows: ['one, saved', 'two'], next_cursor: 'a' }],
    pageParams: [{ offset: 0 }],
  })
  next.resolve({ rows: ['three'], next_cursor: null })
  await fetched
  expect(queryClient.getQueryData(queryKey)).toEqual({
    pages: [
      { rows: ['one, saved', 'two'], next_cursor: 'a' },
      { rows: ['three'], next_cursor: null },
    ],
    pageParams: [{ offset: 0 }, { offset: 2, cursor: 'a' }],
  })
  leave()
})
