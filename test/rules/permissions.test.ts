import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Permissions, permissions } from '#shared/api/permissions.ts'
import type { Person } from '../harness/person.ts'
import { readContract } from './contract.ts'
import { type Ask, requests, type World } from './permission-requests.ts'
import { startWorld } from './world.ts'

const calls = await readContract()

let world: World & { close: () => Promise<void> }

beforeAll(async () => {
  world = await startWorld()
})

afterAll(() => world?.close())

// Within the one hour of all these tests it is one person who uploads what is asked for.
beforeEach(() => world.stack.db.deleteFrom('upload_charges').execute())

describe('who may do what', () => {
  test('every call has its rows and its requests, and no row is left of a call that is gone', () => {
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
    const ask = requests[name]
    if (!rows || !ask) continue
    for (const [asker, target, status] of cells(rows)) {
      test(`${name}: ${sentence(asker, target)} gets ${status}`, async () => {
        expect(await answer(ask, asker, target)).toBe(status)
      })
    }
  }
})

type Asker = keyof Permissions

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
    blocked: 'somebody blocked',
    suspended: 'somebody suspended',
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

async function answer(ask: Ask, asker: Asker, target: string): Promise<number> {
  const people: Record<Asker, Person> = world
  return target === 'absent' ? ask.absent(people[asker], world) : ask.there(people[asker], world)
}
