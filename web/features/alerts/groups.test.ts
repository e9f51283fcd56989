import { expect, test } from 'vitest'
import type { Alert } from '#shared/api/alerts.ts'
import { joined } from './cache.ts'
import { byDay } from './groups.ts'

const alert = (id: string, changes: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'follow',
  icon: 'person',
  group: 'follows',
  date: '2026-11-21T10:00:00.000Z',
  read: false,
  title: `${id} follows you`,
  about: null,
  link: '/',
  person: { id, name: id, username: id, profile_image: null },
  others: 0,
  together: 'follow you',
  subject: '',
  ...changes,
})

const titles = (alerts: Alert[]) =>
  byDay(alerts, ({ date }) => date.slice(0, 10)).map(({ day, groups }) => [
    day,
    ...groups.map(({ title }) => title),
  ])

test('what several people did on a day is one line, by the latest', () => {
  expect(titles([alert('Ana')])).toEqual([['2026-11-21', 'Ana follows you']])
  expect(titles([alert('Ana'), alert('Ben')])).toEqual([['2026-11-21', 'Ana and Ben follow you']])
  expect(titles([alert('Ana'), alert('Ben'), alert('Carl'), alert('Dee')])).toEqual([
    ['2026-11-21', 'Ana and 3 others follow you'],
  ])
  expect(titles([alert('Ana', { others: 1 })])).toEqual([['2026-11-21', 'Ana and 1 other follow you']])
})

test('other days, other things and what stands for itself stay apart', () => {
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
    ['2026-11-21', 'Ana follows you', 'Ben follows you', 'One', 'Two'],
    ['2026-11-20', 'Carl follows you'],
  ])
})

test('a group is unread while one of it is', () => {
  const [day] = byDay([alert('Ana', { read: true }), alert('Ben')], () => 'today')
  expect(day!.groups[0]!.read).toBe(false)
})

const page = (ids: string[], next: string | null = null, seen = '1:1:') => ({
  data: ids.map(id => alert(id)),
  next_cursor: next,
  seen,
})
const idsOf = (pages: { data: Alert[] }[]) => pages.flatMap(({ data }) => data.map(({ id }) => id))

test('what came stands before what was shown, each once, with the moment it was read at', () => {
  const shown = { pages: [page(['c', 'b']), page(['a'])], pageParams: [undefined, 'b'] }
  const after = joined(shown, page(['d', 'c', 'b'], 'b', '9:9:'))
  expect(idsOf(after.pages)).toEqual(['d', 'c', 'b', 'a'])
  expect(after.pages[0]!.seen).toBe('9:9:')
  expect(idsOf(joined({ pages: [page([])], pageParams: [undefined] }, page(['a'])).pages)).toEqual(['a'])
})

test('where more came than a page holds, the list begins anew instead of hiding what lies between', () => {
  const shown = { pages: [page(['b', 'a'])], pageParams: [undefined] }
  expect(idsOf(joined(shown, page(['z', 'y'], 'y')).pages)).toEqual(['z', 'y'])
})
