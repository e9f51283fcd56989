import type pg from 'pg'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'

export type Planner = {
  /** Has PostgreSQL plan each statement and not run it: every answer is empty, and nothing changes. */
  db: Database
  /** What was planned since the last time. */
  takePlans: () => { statement: string; readsWhole: string[] }[]
}

type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Step[]
}

/** An index and its first column. */
type Index = { name: string; first: string }

/**
 * Shows which tables a statement reads from end to end although PostgreSQL avoids that wherever an index lets
 * it.
 */
export function openPlanner(databaseUrl: string): Planner {
  let plans: ReturnType<Planner['takePlans']> = []
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c enable_seqscan=off')
  const pool = openPool({ databaseUrl: url.href, databasePoolSize: 1 })
  pool.on('connect', client => {
    const query = client.query.bind(client)
    client.query = (async (statement: string, values: unknown[]) => {
      if (!/^\s*(with|select|insert|update|delete)\b/i.test(statement)) return query(statement, values)
      const { rows } = await query(`explain (format json) ${statement}`, values)
      const { rows: indexes } = await query<Index>(
        `select relname as name, pg_get_indexdef(oid, 1, true) as first from pg_class where relkind = 'i'`,
      )
      plans.push({ statement, readsWhole: wholeReads(rows[0]['QUERY PLAN'][0].Plan, indexes) })
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }) as pg.Client['query']
  })
  return {
    db: openDatabase(pool),
    takePlans() {
      const taken = plans
      plans = []
      return taken
    },
  }
}

function wholeReads(step: Step, indexes: Index[]): string[] {
  const {
    'Node Type': type,
    'Relation Name': table,
    'Index Name': index,
    'Index Cond': condition = '',
  } = step
  // An index, too, is read from end to end if its first column may be anything, or anything but null.
  const compared = condition.replaceAll(/\w+ IS (NOT )?NULL/g, '')
  const isWhole =
    type === 'Seq Scan' ||
    (/^(Index|Index Only|Bitmap Index) Scan$/.test(type) &&
      !indexes.some(({ name, first }) => name === index && compared.includes(first)))
  return [
    ...(isWhole ? [`${type} on ${table ?? index}`] : []),
    ...(step.Plans ?? []).flatMap(inner => wholeReads(inner, indexes)),
  ]
}
