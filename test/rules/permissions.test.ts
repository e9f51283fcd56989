import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import type { Call } from '#shared/api/contract.ts'
import { type Permissions, permissions } from '#shared/api/permissions.ts'
import type { Person } from '../harness/person.ts'
import { startStack } from '../harness/start-stack.ts'
import { type Ask, requests, type World } from './permission-requests.ts'

/** Every call of the contract by its name: `posts.create` for `posts.create` of shared/api/posts.ts. */
const calls = await readContract()

async function readContract(): Promise<Map<string, Call>> {
  const found = new Map<string, Call>()
  for (const file of globSync(resolve(import.meta.dirname, '../../shared/api/*.ts'))) {
    const noun = basename(file, '.ts')
    const exported: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(exported)) {
      if (isCall(value)) found.set(`${noun}.${name}`, value)
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value))
          if (isCall(inner)) found.set(`${noun}.${key}`, inner)
      }
    }
  }
  return found
}

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

let world: World & { close: () => Promise<void> }

beforeAll(async () => {
  const stack = await startStack()
  const owner = await stack.signIn('olive.owner')
  const other = await stack.signIn('otto.other')
  const blocked = await stack.signIn('bo.blocked')
  const suspended = await stack.signIn('sue.suspended')
  const operator = await stack.signIn('opal.operator')
  await owner.call(blocks.block, { body: { username: 'bo.blocked' } })
  await operator.call(admin.suspend, {
    body: { username: 'sue.suspended', reason: 'Posts the same advertisement.' },
  })
  const visitor = stack.visitor()
  world = { stack, owner, other, blocked, suspended, operator, visitor, close: stack.close }
})

afterAll(() => world?.close())

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
    Object.entries(rows[asker]).map(([target, status]): [Asker, string, number] => [asker, target, status]),
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
  }[asker]
  const what = { own: 'what is their own', theirs: 'what is another’s', absent: 'what isn’t there' }[target]
  return `${who} asking for ${what}`
}

async function answer(ask: Ask, asker: Asker, target: string): Promise<number> {
  const people: Record<Asker, Person> = world
  return target === 'absent' ? ask.absent(people[asker], world) : ask.there(people[asker], world)
}
