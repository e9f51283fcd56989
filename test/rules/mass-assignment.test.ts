import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { fieldsOf, readContract } from './contract.ts'
import { requests } from './permission-requests.ts'
import { allowedRole, permissions } from './permissions.ts'
import { type Changed, type Column, changesOf, keepJournal, type Row, readColumns } from './rows.ts'
import { startWorld } from './start-world.ts'
import { type Sent, tap } from './tap.ts'
import type { World } from './world.ts'

const calls = await readContract()
/** Calls that change something and take a body; a file's bytes have no fields to assign. */
const writing = [...calls].filter(
  ([, { method, consumes, body, query }]) => method !== 'GET' && !consumes && (body || query),
)

let world: World & { close: () => Promise<void> }
let columns: Column[]
let readChanged: () => Promise<Changed>
beforeAll(async () => {
  world = await startWorld()
  columns = await readColumns(world.stack.db)
  readChanged = await keepJournal(world.stack.db)
})
afterAll(() => world?.close())

/** Words for extra rights, though no column has these names. */
const claims = { role: 'operator', operator: true, is_admin: true, is_owner: true, balance: 424_242 }

const planted = {
  text: 'mass-assigned',
  number: 424_242,
  uuid: 'deadbeef-dead-7ead-8ead-deadbeefdead',
  time: '1999-09-09T09:09:09.000Z',
}

function plantedFor(type: string): unknown {
  if (type === 'uuid') return planted.uuid
  if (type === 'bool') return true
  if (/^(int|float|numeric)/.test(type)) return planted.number
  if (/^(timestamp|date)/.test(type)) return planted.time
  return type.startsWith('_') ? [planted.text] : planted.text
}

/** Jobs change these at any time, even during another call; money only after the provider's event. */
const byJobs =
  /^(account_tasks[.+-]|alerts\+|members\.alert|documents[.+-]|files-|passages[+-]|payments\.|recognized_pages[+-]|refunds\.|stripe_events[.+]|stripe_reads[.+]|words[.+])/

describe('every column of every table, sent along', () => {
  test.each(writing)('changes nothing: %s', async (name, call) => {
    const [asker, target] = questionOf(name)
    const person = world[asker]
    const ask = () => requests[name]![target](person, world)
    const changesSince = async () => {
      const { before, after } = await readChanged()
      const changes = changesOf(before, after).filter(change => !byJobs.test(change))
      return { changes, stored: storedPlants(after.values()) }
    }

    const meant = new Set<string>()
    const learn = async () => {
      // Includes what its jobs change: one of them may run only while an attempt is being checked.
      await world.stack.jobsDone()
      for (const change of (await changesSince()).changes) meant.add(change)
    }
    // Twice, since existing rows may be changed rather than created.
    const askHonestly = () =>
      tap(person, call, ask, async (request, send) => {
        await changesSince()
        const answer = await send(request)
        await learn()
        await send(request)
        await learn()
        return answer
      })
    await askHonestly()

    const tries: { attempt: Sent; status: number; changes: string[]; stored: string[] }[] = []
    await tap(person, call, ask, async (request, send) => {
      await changesSince()
      for (const attempt of tampered(call, request)) {
        const { status } = await send(attempt)
        tries.push({ attempt, status, ...(await changesSince()) })
      }
      return send(request)
    })
    // About another thing it may do more, which few calls need to show.
    const isMeant = ({ changes }: { changes: string[] }) => changes.every(change => meant.has(change))
    if (!tries.every(isMeant)) await askHonestly()
    for (const { attempt, status, changes, stored } of tries) {
      const unmeant = changes.filter(change => !meant.has(change))
      expect({ name, attempt, refused: status >= 500, unmeant, stored }).toEqual({
        name,
        attempt,
        refused: false,
        unmeant: [],
        stored: [],
      })
    }
    expect(tries.length).toBeGreaterThan(0)
    expect(({} as Row).is_admin).toBeUndefined()
  })

  test('includes the columns that matter', () => {
    const names = columns.map(({ name }) => name)
    for (const name of [
      'user_id',
      'email',
      'username',
      'author_id',
      'owner_id',
      'suspended_at',
      'hidden_at',
    ]) {
      expect(names).toContain(name)
    }
    expect(storedPlants([{ user_id: planted.uuid }, { at: '1999-09-09T09:09:09+00:00' }])).toHaveLength(2)
  })
})

/** Who asks, and for what, so that the call does something. */
function questionOf(name: string): ['owner' | 'other' | 'operator', 'there' | 'absent'] {
  const role = allowedRole(name)
  const isRefused = role === 'operator' && permissions[name]!.operator.theirs >= 300
  return isRefused ? ['owner', 'absent'] : [role, 'there']
}

/** A value for each column, except those that the call itself declares. */
function plantAll(call: Call): Row {
  const declared = new Set([...fieldsOf(call, 'body'), ...fieldsOf(call, 'query')])
  const plants = columns.map(({ name, type }) => [name, plantedFor(type)] as const)
  return Object.fromEntries([...plants, ...Object.entries(claims)].filter(([name]) => !declared.has(name)))
}

/** What a person who wants more than a call gives may send instead of an honest request. */
function tampered(call: Call, { path, init }: Sent): Sent[] {
  const plants = plantAll(call)
  const url = new URL(path, world.stack.url)
  if (call.query) {
    for (const [name, value] of Object.entries(plants)) url.searchParams.set(name, String(value))
  }
  const address = url.pathname + url.search
  if (!call.body) return [{ path: address, init }]
  const body: Row = JSON.parse(String(init.body ?? '{}'))
  const wrapped = Object.entries(body).map(([name, value]) => [name, [value, planted.text]])
  const nested = { profile: plants, user: plants, post: plants, data: plants, $set: plants }
  const bodies = [
    JSON.stringify({ ...body, ...nested, ...plants }),
    JSON.stringify({ ...body, constructor: { prototype: plants } }),
    // An object with a property of this name can't be written otherwise.
    `{"__proto__":${JSON.stringify(plants)}${JSON.stringify(body).replace(/^\{/, ',').replace(/^,\}$/, '}')}`,
    JSON.stringify([body, plants]),
    JSON.stringify(Object.fromEntries(wrapped)),
  ]
  const headers = { ...(init.headers as Record<string, string>), 'content-type': 'application/json' }
  return bodies.map(body => ({ path: address, init: { ...init, body, headers } }))
}

function storedPlants(rows: Iterable<Row>): string[] {
  const found: string[] = []
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) {
      const text = JSON.stringify(value) ?? ''
      if (
        text.includes(planted.text) ||
        value === planted.number ||
        value === planted.uuid ||
        text.startsWith('"1999-09-09')
      ) {
        found.push(`${column}: ${text}`)
      }
    }
  }
  return found
}
