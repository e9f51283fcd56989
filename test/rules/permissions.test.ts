import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import { support } from '#shared/api/support.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import { type Answers, type Asker, askers, createAnswers } from './answers.ts'
import { readContract } from './contract.ts'
import { requests } from './permission-requests.ts'
import { type Permissions, permissions } from './permissions.ts'
import { startWorld } from './start-world.ts'
import { type Exchange, shown } from './tap.ts'
import type { World } from './world.ts'

const calls = await readContract()

let world: World & { close: () => Promise<void> }
/** What every asker gets for every call; each of these rules uses it. */
let answer: Answers

beforeAll(async () => {
  world = await startWorld()
  await mingle(world)
  answer = createAnswers(world, calls)
})

afterAll(() => world?.close())

/** Adds something of another person to every list. */
async function mingle({ stack, owner, other, blocked, operator }: World): Promise<void> {
  const section = await addSection(stack.db)
  const people: [Person, string][] = [
    [owner, 'olive.owner'],
    [other, 'otto.other'],
    [operator, 'opal.operator'],
  ]
  for (const [person, username] of people) {
    const post = await addPost(person, section)
    await person.call(profiles.highlight, { body: { post_ids: [post.id] } })
    for (const [reader] of people) {
      if (reader === person) continue
      await reader.call(follows.follow, { body: { username } })
      await reader.call(posts.save, { body: { post_id: post.id, notes: 'Read again.' } })
      await reader.call(reports.create, { body: { username, reason: 'other' } })
    }
    await person.call(support.send, { body: { category: 'other', message: 'How do I follow?' } })
  }
  await addPost(blocked, section)
}

describe('who may do what', () => {
  test('every call has its rows and its requests, and no row is left for a removed call', () => {
    const names = [...calls.keys()].sort()
    expect(Object.keys(permissions).sort()).toEqual(names)
    expect(Object.keys(requests).sort()).toEqual(names)
  })

  test('a call that needs a login never answers a visitor', () => {
    for (const [name, call] of calls) {
      const { visitor } = permissions[name]!
      const open = visitor.theirs < 400 || visitor.absent < 400
      expect({ name, open: open && call.access !== 'visitor' }).toEqual({ name, open: false })
    }
  })

  for (const name of calls.keys()) {
    const rows = permissions[name]
    if (!rows || !requests[name]) continue
    for (const [asker, target, status] of cells(rows)) {
      test(`${name}: ${sentence(asker, target)} gets ${status}`, async () => {
        const way = target === 'absent' ? 'absent' : 'there'
        expect((await answer(name, asker, way)).status).toBe(status)
      })
    }
  }
})

describe('someone else’s things', () => {
  const strangers = ['visitor', 'other', 'blocked', 'suspended'] as const
  for (const [name, rows] of Object.entries(permissions)) {
    const same = strangers.filter(
      asker => rows[asker].theirs === rows[asker].absent && rows[asker].theirs >= 400,
    )
    if (same.length === 0) continue
    test(`get the same answer as missing ones: ${name}`, async () => {
      for (const asker of same) {
        const { exchanges: there } = await answer(name, asker, 'there')
        const { exchanges: absent } = await answer(name, asker, 'absent')
        expect({ asker, answers: there.map(shown) }).toEqual({ asker, answers: absent.map(shown) })
        expect(there.length).toBeGreaterThan(0)
      }
    })
  }
})

// It makes every call.
test('no answer to a visitor counts people', { timeout: 120_000 }, async () => {
  const counts: string[] = []
  let fields = 0
  for (const [name, call] of calls) {
    if (!call.output) continue
    for (const { status, text } of (await answer(name, 'visitor', 'there')).exchanges) {
      if (status !== 200) continue
      for (const [field, value] of countsIn(JSON.parse(text))) {
        fields++
        if (value !== null) counts.push(`${name}: ${field} ${value}`)
      }
    }
  }
  expect(counts).toEqual([])
  // Of a profile, and of a session and of its times, alone and in a list.
  expect(fields).toBeGreaterThanOrEqual(6)
})

describe('the email of one person', () => {
  // Each makes every call.
  test.each(askers)('is in no answer to another: the %s', { timeout: 120_000 }, async asker => {
    const leaks: string[] = []
    for (const name of calls.keys()) {
      for (const { text, headers } of (await answer(name, asker, 'there')).exchanges) {
        const received = `${[...headers.values()].join('\n')}\n${text}`
        for (const email of emailsIn(received)) {
          if (!mayCarry(asker, name, email)) leaks.push(`${name}: ${email}`)
        }
      }
    }
    expect(leaks).toEqual([])
  })

  // As above.
  test('was searched for where it could have been', { timeout: 300_000 }, async () => {
    const heard = {} as Record<Asker, Exchange[]>
    for (const asker of askers) {
      heard[asker] = []
      for (const name of calls.keys()) heard[asker].push(...(await answer(name, asker, 'there')).exchanges)
      expect(heard[asker].length).toBeGreaterThanOrEqual(calls.size - 1)
    }
    // The person's own does appear, and so do the others' names.
    for (const asker of ['owner', 'other', 'operator'] as const) {
      const texts = heard[asker].map(({ text }) => text)
      expect(texts.some(text => emailsIn(text).includes(ownEmail[asker]!))).toBe(true)
    }
    const toOther = heard.other.filter(({ status }) => status === 200)
    expect(toOther.filter(({ text }) => text.includes('olive.owner')).length).toBeGreaterThan(4)
  })
})

function cells(rows: Permissions): [Asker, string, number][] {
  return (Object.keys(rows) as Asker[]).flatMap(asker =>
    Object.entries(rows[asker] ?? {}).map(([target, status]): [Asker, string, number] => [
      asker,
      target,
      status,
    ]),
  )
}

function sentence(asker: Asker, target: string): string {
  const who = {
    visitor: 'a visitor',
    owner: 'a person',
    other: 'a person',
    blocked: 'someone blocked',
    suspended: 'someone suspended',
    operator: 'an operator',
    joinee: 'a student',
  }[asker]
  const whats: Record<string, string> = {
    own: 'what is their own',
    theirs: 'what is another’s',
    absent: 'what isn’t there',
    booked: 'what they booked',
  }
  const what = whats[target]
  return `${who} asking for ${what}`
}

const ownEmail: Record<Asker, string | null> = {
  visitor: null,
  owner: 'olive.owner@example.edu',
  other: 'otto.other@example.edu',
  blocked: 'bo.blocked@example.edu',
  suspended: null,
  operator: 'opal.operator@example.edu',
  joinee: 'jo.joinee@example.edu',
}

/**
 * Whose address an answer may contain besides the asker's own. Operators must be able to answer people who
 * wrote to support, and to reach those whose refund failed, whom we still owe money. Students who booked a tutor
 * know the tutor's address, only with the booking and its payment.
 */
function mayCarry(asker: Asker, call: string, email: string): boolean {
  if (email === ownEmail[asker]) return true
  if (asker === 'operator') return call === 'admin.support' || call === 'admin.money'
  // The two share an accepted booking.
  const knows = /^(bookings|posts|profiles|reading)\.|^(search\.p(osts|ages)|wallets\.transactions)$/.test(
    call,
  )
  return asker === 'joinee' && knows && email === ownEmail.owner
}

/** The fields in an answer that say how many people there are. */
function countsIn(answer: unknown): [string, unknown][] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    /^(followers|following|attendees|taken|enrolled_count|views|viewers|readers|people_count)$/.test(name)
      ? [[name, value] as [string, unknown]]
      : countsIn(value),
  )
}

function emailsIn(text: string): string[] {
  const plain = text.replaceAll('%40', '@').toLowerCase()
  return [...plain.matchAll(/[\w.+-]+@(?:[\w-]+\.)*example(?:\.edu)?\b/g)].map(([email]) => email)
}
