import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alertGroups } from '#shared/api/alerts.ts'
import { factsOfEachKind } from '../../../test/factories/alert-facts.ts'
import { kinds, knownKinds } from '../alert-kinds.ts'
import { composeMail } from './mail.ts'

const { names: kindNames, read: readAlert } = knownKinds

const id = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const ids = { other: id(1), booking: id(2), session: id(3), post: id(4), conversation: id(5) }
const facts: Record<string, unknown> = factsOfEachKind(ids)
const config = { publicUrl: 'https://ignite.test', secret: 'a secret for tests that is long enough' }
const reader = {
  id: id(7),
  user_id: id(6),
  name: 'Maya <b>Reader</b>',
  zone: 'America/New_York',
  created_at: Temporal.Instant.from('2026-11-20T12:00:00Z'),
}
const hostile = (text: string) => () => `${text} “<script>” <b>`
const people = {
  toldAt: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  name: () => 'Ben “<script>” Busy',
  username: () => 'ben.busy',
  shown: () => true,
  topic: hostile('Heaps'),
  title: hostile('Trees'),
  postTitle: hostile('Graphs'),
  onSite: () => ({ location: 'Room “<script>” <b>', paid: true }),
  remarks: hostile('Late'),
  remarksOfTime: hostile('Ill'),
}

/** The client's routes, as patterns. */
const routes = globSync(resolve(import.meta.dirname, '../../../web/routes/**/*.tsx')).map(file => {
  const path = basename(file, '.tsx')
    .replace(/\.index$/, '')
    .replaceAll('.', '/')
  return new RegExp(`^/${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
})

describe.each(kindNames)('%s', kind => {
  const { kind: known, facts: read } = readAlert(kind, facts[kind])!

  test('has words with names and times as the reader knows them, and leads somewhere', () => {
    const words = known.words(read, { ...people, zone: 'Asia/Kathmandu' })
    for (const text of [words.title, ...words.says, words.about ?? 'none']) {
      expect(text).toMatch(/^\S[\s\S]*\S$/)
      expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    }
    expect(words.title).not.toContain('\n')
    const { pathname } = new URL(known.link(read, people), config.publicUrl)
    expect(routes.some(route => route.test(pathname))).toBe(true)
    expect(Object.keys(alertGroups)).toContain(known.group)
  })

  test('has a mail in text and in HTML, in which nothing that people wrote is markup', () => {
    const { subject, text, html, unsubscribeUrl } = composeMail(
      config,
      { kind: known, facts: read },
      reader,
      people,
    )
    expect(text).toContain('Hello Maya <b>Reader</b>,')
    expect(text).toContain('https://ignite.test/')
    expect(html).toContain('Hello Maya &lt;b&gt;Reader&lt;/b&gt;,')
    expect(html).not.toMatch(/<script|<b>|<img|src=|url\(/)
    expect(html).toContain('color-scheme')
    const [, button] = /class="go"[^>]*>([^<]+)<\/a>/.exec(html!)!
    expect(text).toContain(`${button}: https://ignite.test/`)
    expect(button!.length).toBeLessThanOrEqual(30)
    expect(subject.length).toBeGreaterThan(5)
    expect(unsubscribeUrl === undefined).toBe(alertGroups[known.group].fixed)
    expect(text.includes('Unsubscribe')).toBe(!alertGroups[known.group].fixed)
  })
})

test('a kind from a later version and facts of another kind are skipped rather than failing', () => {
  expect(readAlert('sent_to_mars', {})).toBeNull()
  expect(readAlert('toString', {})).toBeNull()
  expect(readAlert('booking_paid', { booking_id: 5 })).toBeNull()
  expect(readAlert('follow', null)).toBeNull()
})

test('a short date names its year if that isn’t the year of the alert, in the reader’s zone', () => {
  const aboutOf = (starts_on: string) => {
    const alert = readAlert('booking_paid', { ...(facts.booking_paid as object), starts_on })!
    return alert.kind.words(alert.facts, { ...people, zone: 'America/New_York' }).about
  }
  expect(aboutOf('2027-01-01T04:00:00Z')).toMatch(/ · Thu, Dec 31, 11:00\sPM$/)
  expect(aboutOf('2027-01-01T05:00:00Z')).toMatch(/ · Fri, Jan 1, 2027, 12:00\sAM$/)
  expect(aboutOf('2025-11-24T17:00:00Z')).toMatch(/ · Mon, Nov 24, 2025, 12:00\sPM$/)
})

test('a short date names its zone if that isn’t the reader’s own', () => {
  const alert = readAlert('booking_paid', {
    ...(facts.booking_paid as object),
    starts_on: '2026-11-23T17:00:00Z',
  })!
  const aboutIn = (zone: string) => alert.kind.words(alert.facts, { ...people, zone }).about
  expect(aboutIn('UTC')).toMatch(/ · Mon, Nov 23, 5:00\sPM UTC$/)
  expect(aboutIn('Asia/Tokyo')).toMatch(/ · Tue, Nov 24, 2:00\sAM$/)
})

test('a time in the hour that clocks show twice names which of the two it is', () => {
  const alert = readAlert('meeting_tomorrow', {
    ...(facts.meeting_tomorrow as object),
    starts_on: '2026-11-01T06:30:00Z',
  })!
  const words = alert.kind.words(alert.facts, { ...people, zone: 'America/New_York' })
  expect(words.title).toMatch(/1:30\sAM EST$/)
  expect(words.says.join('\n')).toMatch(/at 1:30\sAM EST \(Eastern Time\)/)
})

test('an alert from before a fact was added still works', () => {
  const old = {
    booking_id: id(2),
    other_id: id(1),
    teaching: false,
    starts_on: '2026-11-23T17:00:00Z',
    amount: '31.00',
  }
  expect(readAlert('booking_approved', old)?.facts).toMatchObject({ place: false, refund: null })
})

test.each([
  ['post_hidden', 'Contact support', '/faq?contact=1'],
  ['post_shown', 'See your post', `/ignite/${ids.post}`],
  ['post_removed', 'Contact support', '/faq?contact=1'],
  ['account_suspended', 'Contact support', '/faq?contact=1'],
  ['account_reinstated', 'Open Ignite', '/profile'],
])('the mail about %s has the button “%s”', (kind, label, link) => {
  const { text, html } = composeMail(config, readAlert(kind, facts[kind])!, reader, people)
  expect(text).toContain(`${label}: https://ignite.test${link}`)
  expect(/href="([^"]+)"[^>]*>([^<]+)<\/a>/.exec(html!)?.slice(1)).toEqual([
    `https://ignite.test${link}${link.includes('?') ? '&amp;' : '?'}alert=${reader.id}`,
    label,
  ])
  expect(text.includes('If you think this is a mistake')).toBe(label === 'Contact support')
})

test.each([
  ['person', true, 'They broke our rules.'],
  ['person', false, 'They didn’t break our rules.'],
  ['post', true, 'It breaks our rules.'],
  ['message', false, 'It doesn’t break our rules.'],
])('whoever reported a %s reads whether it was upheld (%s): “%s”', (of, upheld, outcome) => {
  const report = readAlert('report_closed', { of, upheld })!
  expect(report.kind.words(report.facts, { ...people, zone: 'UTC' }).about).toBe(outcome)
  expect(composeMail(config, report, reader, people).text.includes(outcome)).toBe(upheld)
})

test('money, canceled meetings and operators’ decisions can’t be switched off', () => {
  const fixed = kindNames.filter(name => alertGroups[kinds[name as keyof typeof kinds].group].fixed)
  expect(fixed).toEqual(
    expect.arrayContaining(['booking_cancelled', 'booking_refunded', 'payout_failed', 'post_removed']),
  )
})
