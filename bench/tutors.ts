import { sql } from 'kysely'
import pg from 'pg'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { freeTutors } from '#server/product/schedules/free-tutors.ts'
import { extendSlots } from '#server/product/schedules/offered-slots.ts'
import { measure, ms } from './lib/measure.ts'
import { addPosts } from './lib/posts.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld } from './lib/world.ts'

const hour = 3600_000
/** Eight in the evening in New York, on a Friday. */
const now = Temporal.Instant.from('2026-11-21T01:00:00Z')

type Asked = Omit<Parameters<typeof freeTutors>[2], 'window'> & { hours?: [from: number, until: number] }

const questions: Record<string, Asked> = {
  'any time': {},
  tonight: { hours: [0, 8] },
  'the day after tomorrow': { hours: [28, 52] },
  'up to a rate that half of them ask': { maxRateCents: 4000 },
  'up to a rate that one of twenty asks': { maxRateCents: 1400 },
  'up to a rate that one of a hundred asks': { maxRateCents: 1080 },
  'up to a rate that nobody asks': { maxRateCents: 200 },
  'for a course, tonight': { courseId: 7, hours: [0, 8] },
  'for a course in which a thousand share notes': { courseId: 1 },
}

export const tutorTargets: Record<string, Measured> = {
  T2: {
    asks: 'Finding who is free among 20,000 tutors takes p95 ≤ 50 ms in every class of questions, without a sequential scan',
    reference: '–',
    run: finding,
  },
}

async function finding(run: Run): Promise<void> {
  const tutors = Math.max(500, run.count(20_000))
  const world = await makeWorld(0)
  const raw = new pg.Client({ connectionString: world.databaseUrl })
  try {
    await raw.connect()
    await addTutors(world.db, raw, tutors)
    const tables = ['offered_slots', 'reserved_times', 'schedules', 'posts']
    const before = await sequentialScans(raw, tables)
    const { rows } = await raw.query<{ id: string }>(`select id from users where username = 'p1'`)
    const viewer = rows[0]!.id
    for (const [name, { hours: [from, until] = [0, 24 * 7], ...asked }] of Object.entries(questions)) {
      const start = now.epochMilliseconds
      const window = { start: start + from * hour, end: start + until * hour }
      let found = 0
      const { p50, p95 } = await measure(100, async () => {
        found = (await freeTutors(world.db, viewer, { ...asked, window })).tutors.length
      })
      bounded(run, `${name}, p95 in ms`, p95, '≤ 50', `p50 ${ms(p50)}, ${found} on the page`)
    }
    bounded(run, 'sequential scans', (await sequentialScans(raw, tables)) - before, '≤ 0')
  } finally {
    await raw.end()
    await world.close()
  }
}

/**
 * Makes tutors in four zones with hours on five days, a rate between $10 and $80 and a post each. Three of
 * the next twenty half hours of each are taken.
 */
async function addTutors(db: Database, raw: pg.Client, count: number): Promise<void> {
  await raw.query(`
    insert into users (name, email, username, hourly_rate_cents)
      select 'Tutor ' || n, 't' || n || '@example.edu', 't' || n, 1000 + 7919 * n % 7000 from generate_series(1, ${count}) n;
    insert into users (name, email, username)
      select 'Student ' || n, 's' || n || '@example.edu', 's' || n from generate_series(1, ${count}) n;
    insert into schedules (user_id, time_zone, updated_at)
      select id, (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'])[1 + number % 4], now()
      from (select id, substr(username::text, 2)::int as number from users where username::text ~ '^t[0-9]') tutors;
    insert into schedule_ranges (user_id, day, start_time, end_time)
      select user_id, day, to_char(hours.start, 'fm00') || ':' || (array['00', '15', '30'])[1 + place % 3],
        to_char(hours.stop, 'fm00') || ':00'
      from (select user_id, row_number() over (order by user_id)::int as place from schedules) tutors
        cross join (values (9, 12), (14, 17), (18, 22)) hours (start, stop)
        cross join (values (0, 'mon'), (1, 'tue'), (2, 'wed'), (3, 'thu'), (4, 'fri'), (5, 'sat'), (6, 'sun')) days (n, day)
      where (place + n) % 7 < 5;`)
  // The job that writes the index.
  await extendSlots({ db, now: () => now } as Deps)
  await raw.query(`
    insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents, refund_policy, held_until,
        student_agreed_at, created_at)
      select 'Rivers', tutors.id, students.id, starts_at, starts_at + interval '30 minutes', 'requested', 4000, 2000, '{}', now(), now(), now()
      from users tutors join users students on students.username::text = 's' || substr(tutors.username::text, 2)
        cross join lateral (
          select starts_at, row_number() over (order by starts_at) as place from offered_slots
          where tutor_id = tutors.id order by starts_at limit 20
        ) next
      where tutors.username::text ~ '^t[0-9]' and (place * 7 + substr(tutors.username::text, 2)::int) % 20 < 3`)
  const { rows } = await raw.query<{ people: number }>('select count(*)::int as people from users')
  await addPosts(raw, 0, rows[0]!.people)
  await raw.query(
    'update posts set course_id = 1 where number % 20 = 0 and author_id in (select user_id from schedules)',
  )
  await sql`vacuum analyze`.execute(db)
}

async function sequentialScans(raw: pg.Client, tables: string[]): Promise<number> {
  await raw.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query<{ scans: number }>(
    'select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = any($1)',
    [tables],
  )
  return rows[0]!.scans
}
