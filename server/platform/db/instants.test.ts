import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { asDates } from './as-dates.ts'
import { type Database, openDatabase } from './database.ts'
import { toMicrosecond } from './instants.ts'
import { openPool } from './pool.ts'

let db: Database
beforeAll(async () => {
  const databaseUrl = await cloneDatabase(inject('postgresUrl'))
  // On one connection, whose zone the tests set.
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
})
afterAll(() => db?.destroy())

const at = (text: string) => Temporal.Instant.from(text)
const odd = at('2026-11-22T12:25:57.123457Z')

async function answered<T>(query: ReturnType<typeof sql<{ value: T }>>): Promise<T> {
  return (await query.execute(db)).rows[0]!.value
}

/** A value after a round trip, and whether the database finds it equal to the text it came from. */
async function roundTrip(instant: Temporal.Instant) {
  return answered<Temporal.Instant>(sql`select ${instant}::timestamptz as value`)
}

describe('an instant', () => {
  test.each([
    ['at an odd microsecond', odd],
    ['at a whole second', at('2026-11-22T12:25:57Z')],
    ['before 1970, a microsecond before a second', at('1969-12-31T23:59:58.999999Z')],
    ['of the year 44 before Christ', at('-000043-03-15T10:00:00.000001Z')],
    ['of the year 1 before Christ', at('0000-06-01T00:00:00Z')],
    ['of the year 1', at('0001-01-02T00:00:00.5Z')],
    ['of the year 12026', at('+012026-11-22T12:25:57.123457Z')],
  ])('%s survives a round trip, whatever the connection’s zone', async (_what, instant) => {
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Chatham']) {
      await sql`set timezone to ${sql.lit(zone)}`.execute(db)
      expect(await roundTrip(instant)).toEqual(instant)
    }
  })

  test('that was read equals what is stored', async () => {
    const stored = await answered<Temporal.Instant>(
      sql`select '2026-11-22 12:25:57.123457+00'::timestamptz as value`,
    )
    expect(stored).toEqual(odd)
    const same = sql<{
      value: boolean
    }>`select ${stored} = '2026-11-22 12:25:57.123457+00'::timestamptz as value`
    expect(await answered(same)).toBe(true)
  })

  test('finer than a microsecond is truncated, never rounded up', async () => {
    const fine = at('2026-11-22T12:25:57.123457999Z')
    expect(await roundTrip(fine)).toEqual(odd)
    expect(toMicrosecond(fine)).toEqual(odd)
    const early = at('1969-12-31T23:59:58.123456001Z')
    expect(await roundTrip(early)).toEqual(toMicrosecond(early))
  })

  test('that is missing is null', async () => {
    expect(await answered(sql`select ${null}::timestamptz as value`)).toBeNull()
  })

  test('survives in lists, including nulls', async () => {
    const list = [odd, null, at('+012026-01-01T00:00:00Z')]
    expect(await answered(sql`select ${list}::timestamptz[] as value`)).toEqual(list)
    expect(await answered(sql`select ${[]}::timestamptz[] as value`)).toEqual([])
    const rows = sql`select array_agg(one order by one) as value from unnest(${[odd, odd.add({ microseconds: 1 })]}::timestamptz[]) as one`
    expect(await answered(rows as never)).toEqual([odd, odd.add({ microseconds: 1 })])
  })

  test.each(['infinity', '-infinity'])('that is %s is refused by name', async text => {
    await expect(answered(sql`select ${text}::timestamptz as value`)).rejects.toThrow(
      `The database gave a time that is no instant: ${text}`,
    )
    expect(await answered(sql`select ${1}::int as value`)).toBe(1)
  })

  test('is a Date to libraries that know nothing else', async () => {
    const { rows } = await sql`select ${odd}::timestamptz as at, ${'x'}::text as text`.execute(
      db.withPlugin(asDates),
    )
    expect(rows).toEqual([{ at: new Date(odd.epochMilliseconds), text: 'x' }])
  })
})

test('a date is its text, whatever the server’s zone', async () => {
  expect(await answered(sql`select ${'2026-11-22'}::date as value`)).toBe('2026-11-22')
  expect(await answered(sql`select ${['2026-11-22', null]}::date[] as value`)).toEqual(['2026-11-22', null])
})
