import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { fieldsOf, readContract } from './contract.ts'
import { requests, type World } from './permission-requests.ts'
import { type Exchange, shown, tap } from './tap.ts'
import { startWorld } from './world.ts'

const calls = await readContract()

let world: World & { close: () => Promise<void> }
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

describe('whether an email belongs to someone', () => {
  for (const [name, call] of calls) {
    const part = (['query', 'body'] as const).find(part => fieldsOf(call, part).includes('email'))
    if (!part) continue
    test(`can’t be found out with ${name}`, async () => {
      const known = await withEmail(name, call, part, 'olive.owner@example.edu')
      const unknown = await withEmail(name, call, part, 'nobody.at-all@example.edu')
      expect(known.map(shown)).toEqual(unknown.map(shown))
      expect(known.length).toBeGreaterThan(0)
      expect(known.every(({ status }) => status < 500)).toBe(true)
    })
  }

  test('can’t be found out with a search', async () => {
    for (const text of ['olive.owner@example.edu', 'nobody.at-all@example.edu', '@example.edu']) {
      const { body } = await world.other.call(search.people, { query: { text } })
      expect({ text, found: body.data.user }).toEqual({ text, found: [] })
    }
  })
})

async function withEmail(
  name: string,
  call: Call,
  part: 'query' | 'body',
  email: string,
): Promise<Exchange[]> {
  const ask = () => requests[name]!.there(world.other, world)
  return tap(world.other, call, ask, ({ path, init }, send) => {
    if (part === 'body') {
      const body = { ...JSON.parse(String(init.body ?? '{}')), email }
      delete body.username
      return send({ path, init: { ...init, body: JSON.stringify(body) } })
    }
    const url = new URL(path, world.stack.url)
    url.searchParams.delete('username')
    url.searchParams.set('email', email)
    return send({ path: url.pathname + url.search, init })
  })
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
