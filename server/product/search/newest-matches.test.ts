import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSection } from '../../../test/factories/catalog.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

// Enough that a search has to use several block sizes (0053_sparse_matches.sql).
const posts = 9000

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
  await stack.signIn('ann')
  const section = await addSection(stack.db)
  const other = await addSection(stack.db, { crn: '20202' })
  // In parts: all at once would exceed the statement timeout on a busy machine.
  for (let from = 1; from <= posts; from += 3000) await addPosts(from, from + 2999)

  async function addPosts(from: number, to: number) {
    await sql`
    with made as (
      insert into files
        (owner_id, purpose, name, type, size, sha256, pages, state, upload_key, object_key, accepted_at)
      select users.id, 'document', 'notes.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), 1, 'accepted',
        'q/' || n, 'd/' || n, now()
      from users, generate_series(${from}::int, ${to}::int) n
      returning id, owner_id
    )
    insert into posts (author_id, course_id, section_id, document_id, title, details)
    select owner_id, ${section.courseId}, case when n % 7 = 0 then ${other.sectionId}::int else ${section.sectionId}::int end,
      id, concat_ws(' ', 'notes', case when n % 2 = 0 then 'half' end, case when n % 100 = 0 then 'hundredth' end,
        case when n % 3000 = 0 then 'rare' end, case when n < 500 then 'retired' end,
        case when n < 500 or n = 8990 then 'revived' end), 'x'
    from (select *, ${from} - 1 + row_number() over () as n from made) made order by n`.execute(stack.db)
  }
})
afterAll(() => stack.close())

/** The expected results, by scanning all posts. */
function oracle(query: string | null, ofCrn: string | null, upTo: number, wanted: number) {
  return sql<{ id: string; rank: number }>`
    select id, coalesce(ts_rank(words, ${query}::tsquery), 0) as rank from posts
    where (${query}::tsquery is null or words @@ ${query}::tsquery) and (${ofCrn}::tsquery is null or words @@ ${ofCrn}::tsquery)
      and number <= ${upTo}
    order by number desc limit ${wanted}`.execute(stack.db)
}

test.each([
  ['notes', null],
  ['half', null],
  ['hundredth', null],
  ['rare', null],
  ['retired', null],
  ['revived', null],
  ['absent', null],
  ['half & hundredth', null],
  ['(rare | retired) & notes', null],
  ['hundredth', '20202'],
  ['notes', '20202'],
  [null, '20202'],
])('the newest matches of %s (CRN %s) are found, however old they are', async (query, crn) => {
  const { rows: marks } = await sql<{ mark: string }>`
    select '''~s' || id || '''' as mark from sections where crn = ${crn}`.execute(stack.db)
  const ofCrn = marks[0]?.mark ?? null
  for (const upTo of [posts, posts - 700, 3000, 1]) {
    for (const wanted of [1, 30, 1000]) {
      const { rows } = await sql<{ id: string; rank: number }>`
        select id, rank from newest_matches(${query}::tsquery, ${ofCrn}::tsquery, ${upTo}, ${wanted})`.execute(
        stack.db,
      )
      const expected = await oracle(query, ofCrn, upTo, wanted)
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      expect(rows.toSorted(byId)).toEqual(expected.rows.toSorted(byId))
    }
  }
})
