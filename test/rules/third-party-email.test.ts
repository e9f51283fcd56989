import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import { support } from '#shared/api/support.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import { readContract } from './contract.ts'
import { requests, type World } from './permission-requests.ts'
import { type Exchange, tap } from './tap.ts'
import { startWorld } from './world.ts'

const calls = await readContract()

const askers = ['visitor', 'owner', 'other', 'blocked', 'suspended', 'operator', 'joinee'] as const
const ownEmail: Record<(typeof askers)[number], string | null> = {
  visitor: null,
  owner: 'olive.owner@example.edu',
  other: 'otto.other@example.edu',
  blocked: 'bo.blocked@example.edu',
  suspended: null,
  operator: 'opal.operator@example.edu',
  joinee: 'jo.joinee@example.edu',
}

/**
 * Whose address an answer may carry besides the asker's own. Who wrote to support must be answered by the people who run the
 * place. A tutor's is known to the students who booked them, with the booking and its payment alone.
 */
function mayCarry(asker: (typeof askers)[number], call: string, email: string): boolean {
  if (email === ownEmail[asker]) return true
  if (asker === 'operator') return call === 'admin.support'
  const ofBookings = call.startsWith('bookings.') || call === 'wallets.transactions'
  return asker === 'joinee' && ofBookings && email === ownEmail.owner
}

let world: World & { close: () => Promise<void> }
beforeAll(async () => {
  world = await startWorld()
  await mingle(world)
})
afterAll(() => world?.close())

/** Gives every list something of somebody else. */
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

describe('The e-mail of one person', () => {
  const answers: Partial<Record<(typeof askers)[number], Exchange[]>> = {}

  // Each makes every call there is.
  test.each(askers)('is in no answer to another: the %s', { timeout: 120_000 }, async asker => {
    const person = world[asker]
    // All of them ask within one hour, and each time it is the owner who uploads what they ask for.
    await world.stack.db.deleteFrom('upload_charges').execute()
    const heard: Exchange[] = []
    const leaks: string[] = []
    for (const [name, ask] of Object.entries(requests)) {
      const exchanges = await tap(person, calls.get(name)!, () => ask.there(person, world))
      heard.push(...exchanges)
      for (const { text, headers } of exchanges) {
        const received = `${[...headers.values()].join('\n')}\n${text}`
        for (const email of emailsIn(received)) {
          if (!mayCarry(asker, name, email)) leaks.push(`${name}: ${email}`)
        }
      }
    }
    expect(leaks).toEqual([])
    answers[asker] = heard
  })

  test('was looked for where it could have been', () => {
    for (const asker of askers) expect(answers[asker]!.length).toBeGreaterThanOrEqual(calls.size - 1)
    // One's own does come, and so do the others' names.
    for (const asker of ['owner', 'other', 'operator'] as const) {
      const texts = answers[asker]!.map(({ text }) => text)
      expect(texts.some(text => emailsIn(text).includes(ownEmail[asker]!))).toBe(true)
    }
    const toOther = answers.other!.filter(({ status }) => status === 200)
    expect(toOther.filter(({ text }) => text.includes('olive.owner')).length).toBeGreaterThan(4)
  })
})

function emailsIn(text: string): string[] {
  const plain = text.replaceAll('%40', '@').toLowerCase()
  return [...plain.matchAll(/[\w.+-]+@(?:[\w-]+\.)*example(?:\.edu)?\b/g)].map(([email]) => email)
}
