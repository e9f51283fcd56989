import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Alert } from '#shared/api/alerts.ts'
import { bringIn, showRead } from './cache.ts'
import { byDay } from './groups.ts'
import { type AlertFilter, type AlertPage, alertsQuery } from './queries.ts'

const alert = (id: string, changes: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'follow',
  icon: 'person',
  group: 'follows',
  date: '2026-11-21T10:00:00.000Z',
  read: false,
  title: `${id} started following you`,
  about: null,
  link: '/',
  person: { id, name: id, username: id, profile_image: null },
  others: 0,
  together: 'started following you',
  subject: '',
  ...changes,
})

const titles = (alerts: Alert[]) =>
  byDay(alerts, ({ date }) => date.slice(0, 10)).map(({ day, groups }) => [
    day,
    ...groups.map(({ title }) => title),
  ])

test('what several people did on a day is one line, placed by the latest', () => {
  expect(titles([alert('Ana')])).toEqual([['2026-11-21', 'Ana started following you']])
  expect(titles([alert('Ana'), alert('Ben')])).toEqual([['2026-11-21', 'Ana and Ben started following you']])
  expect(titles([alert('Ana'), alert('Ben'), alert('Carl'), alert('Dee')])).toEqual([
    ['2026-11-21', 'Ana and 3 others started following you'],
  ])
  expect(titles([alert('Ana', { others: 1 })])).toEqual([
    ['2026-11-21', 'Ana and 1 other started following you'],
  ])
})

test('other days, other things and ungrouped alerts stay separate', () => {
  const yesterday = '2026-11-20T10:00:00.000Z'
  expect(
    titles([
      alert('Ana'),
      alert('Ben', { subject: 'another' }),
      alert('x', { together: null, title: 'One' }),
      alert('y', { together: null, title: 'Two' }),
      alert('Carl', { date: yesterday }),
    ]),
  ).toEqual([
    ['2026-11-21', 'Ana started following you', 'Ben started following you', 'One', 'Two'],
    ['2026-11-20', 'Carl started following you'],
  ])
})

test('a group is unread while one of its alerts is', () => {
  const [day] = byDay([alert('Ana', { read: true }), alert('Ben')], () => 'today')
  expect(day!.groups[0]!.read).toBe(false)
})

const page = (ids: string[], next: string | null = null, seen = '1:1:') => ({
  data: ids.map(id => alert(id)),
  next_cursor: next,
  seen,
})
const idsOf = (pages: { data: Alert[] }[]) => pages.flatMap(({ data }) => data.map(({ id }) => id))

/** The pages of a list once it got the latest page. */
function after(pages: AlertPage[], latest: AlertPage, filter: AlertFilter = 'all'): AlertPage[] {
  const queryClient = new QueryClient()
  const { queryKey } = alertsQuery(filter)
  const pageParams = [undefined, ...pages.map(({ next_cursor }) => next_cursor ?? undefined)]
  queryClient.setQueryData(queryKey, { pages, pageParams: pageParams.slice(0, pages.length) })
  bringIn(queryClient, filter, latest)
  return queryClient.getQueryData(queryKey)!.pages
}

test('new alerts go before visible ones, each once, with their read time', () => {
  const pages = after([page(['c', 'b'], 'b'), page(['a'])], page(['d', 'c', 'b'], 'b', '9:9:'))
  expect(idsOf(pages)).toEqual(['d', 'c', 'b', 'a'])
  expect(pages[0]!.seen).toBe('9:9:')
  expect(idsOf(after([page([])], page(['a'])))).toEqual(['a'])
})

test('if more came than fits on a page, the list starts over instead of hiding what is in between', () => {
  expect(idsOf(after([page(['b', 'a'])], page(['z', 'y'], 'y')))).toEqual(['z', 'y'])
})

test('an empty list becomes the latest page, which leads on to older alerts', () => {
  expect(after([page([])], page(['b', 'a'], 'a'))).toEqual([page(['b', 'a'], 'a')])
})

test('what the latest page should have and doesn’t is gone from the list, but stays among the unread', () => {
  const pages = [page(['d', 'c'], 'c'), page(['b', 'a'])]
  expect(idsOf(after(pages, page(['d', 'b'], 'b')))).toEqual(['d', 'b', 'a'])
  expect(idsOf(after(pages, page(['c'], 'c')))).toEqual(['c', 'b', 'a'])
  expect(idsOf(after(pages, page([])))).toEqual([])
  expect(idsOf(after(pages, page(['d', 'b'], 'b'), 'unread'))).toEqual(['d', 'c', 'b', 'a'])
})

test('what is new or read while a page loads stays so', async () => {
  const queryClient = new QueryClient()
  const asked: PromiseWithResolvers<AlertPage>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<AlertPage>()
    asked.push(answer)
    return answer.promise
  }
  const list = new InfiniteQueryObserver(queryClient, { ...alertsQuery('all'), queryFn })
  list.subscribe(() => {})
  const shown = () => list.getCurrentResult().data?.pages.flatMap(({ data }) => data) ?? []
  const ids = () => shown().map(({ id }) => id)
  bringIn(queryClient, 'all', page(['c', 'b'], 'b'))
  asked[0]!.resolve(page(['b', 'a'], 'a'))
  await expect.poll(ids).toEqual(['c', 'b', 'a'])
  const more = list.fetchNextPage()
  bringIn(queryClient, 'all', page(['d', 'c'], 'c'))
  showRead(queryClient, new Set(['b']), true)
  asked[1]!.resolve(page(['0']))
  await more
  expect(ids()).toEqual(['d', 'c', 'b', 'a', '0'])
  expect(shown().flatMap(({ id, read }) => (read ? [id] : []))).toEqual(['b'])
})
