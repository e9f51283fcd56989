import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { follows } from '#shared/api/follows.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { readContract, valuesOf } from './contract.ts'
import { requests } from './permission-requests.ts'
import { permissions } from './permissions.ts'
import { startWorld } from './start-world.ts'
import { type Exchange, shown, tap } from './tap.ts'
import type { World } from './world.ts'

const calls = await readContract()

let world: World & { close: () => Promise<void> }
beforeAll(async () => {
  world = await startWorld()
  // Only a follower can be invited.
  await world.other.call(follows.follow, { body: { username: 'olive.owner' } })
})
afterAll(() => world?.close())

describe('whether an email belongs to someone', () => {
  for (const [name, call] of calls) {
    for (const part of ['query', 'body'] as const) {
      for (const { path } of valuesOf(call, part).filter(({ path }) => path.endsWith('email'))) {
        test(`can’t be found out with ${name}, by ${path}`, async () => {
          const known = await withEmail(name, call, { part, path }, 'known')
          const unknown = await withEmail(name, call, { part, path }, 'unknown')
          expect(known.map(shown)).toEqual(unknown.map(shown))
          expect(known.length).toBeGreaterThan(0)
          expect(known.every(({ status }) => status < 500)).toBe(true)
        })
      }
    }
  }

  test('can’t be found out with a search', async () => {
    for (const text of ['olive.owner@example.edu', 'nobody.at-all@example.edu', '@example.edu']) {
      const { body } = await world.other.call(search.people, { query: { text } })
      expect({ text, found: body.data.user }).toEqual({ text, found: [] })
    }
  })
})

/** Makes a call with an email: of another person, or of nobody. What only the owner may do, the owner does. */
async function withEmail(
  name: string,
  call: Call,
  { part, path }: { part: 'query' | 'body'; path: string },
  which: 'known' | 'unknown',
): Promise<Exchange[]> {
  const isOther = permissions[name]!.other.theirs < 300
  const known = isOther ? 'olive.owner@example.edu' : 'otto.other@example.edu'
  const email = which === 'known' ? known : 'nobody.at-all@example.edu'
  const asker = isOther ? world.other : world.owner
  const ask = () => requests[name]!.there(asker, world)
  return tap(asker, call, ask, ({ path: sentTo, init }, send) => {
    const url = new URL(sentTo, world.stack.url)
    if (part === 'body') {
      const body = withoutNames(JSON.parse(String(init.body ?? '{}')))
      const [list, field] = path.split('[].') as [string, string?]
      const given = field ? { [list]: [{ [field]: email }] } : { [path]: email }
      return send({ path: sentTo, init: { ...init, body: JSON.stringify({ ...body, ...given }) } })
    }
    const query = { ...withoutNames(Object.fromEntries(url.searchParams)), [path]: email }
    return send({ path: `${url.pathname}?${new URLSearchParams(query)}`, init })
  })
}

/** Without the other ways to name a person. */
function withoutNames<T extends object>(input: T) {
  return Object.fromEntries(Object.entries(input).filter(([field]) => !field.endsWith('username')))
}

test('a taken name is just taken, whoever has or had it', async () => {
  const { stack, other, blocked } = world
  const moved = await stack.signIn('mo.moved')
  await moved.call(profiles.rename, { body: { username: 'mo.elsewhere' } })
  const answers = []
  // A visible person, one who blocks the asker, a suspended one, and a former name.
  for (const [asker, username] of [
    [other, 'olive.owner'],
    [blocked, 'olive.owner'],
    [other, 'sue.suspended'],
    [other, 'mo.moved'],
  ] as const) {
    const { body } = await asker.call(profiles.checkUsername, { query: { username } })
    const { status, problem } = await asker.call(profiles.rename, { body: { username } })
    answers.push({ body, status, problem: { ...problem, request_id: '' } })
  }
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
})
