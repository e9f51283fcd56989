import type pg from 'pg'
import { range, usualWord } from '../../test/factories/made-up.ts'

/** Words with a known share of titles: one post in this many. */
export const shares = { notes: 1, half: 2, tenth: 10, thirtieth: 30, hundredth: 100, thousandth: 1000 }

/** Words of the oldest tenth alone, when this percentage of all posts is there. */
export const oldWords = { 1: 'antique', 10: 'bygone', 100: 'retired' }

const batch = 2000

/**
 * Adds made-up posts, numbers `from` up to `to`, of the existing people and sections, with all triggers on.
 */
export async function addPosts(db: pg.Client, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const numbers = range(start, Math.min(to, start + batch))
    await db.query(
      `with made as (
        select uuidv7() as file, n, title, details
        from unnest($1::int[], $2::text[], $3::text[]) as row (n, title, details)
      ), people as (select array_agg(id order by id) as ids from users
      ), taught as (select array_agg(id order by id) as ids, array_agg(course_id order by id) as courses from sections
      ), documents as (
        insert into files
          (id, owner_id, purpose, name, type, size, sha256, pages, state, upload_key, object_key, accepted_at)
        select file, people.ids[1 + n % cardinality(people.ids)], 'document', 'notes.pdf', 'application/pdf', 1000,
          decode(repeat('00', 32), 'hex'), 3, 'accepted', 'q/' || file, 'd/' || file, now()
        from made, people returning id
      )
      insert into posts (author_id, course_id, section_id, document_id, title, details)
      select people.ids[1 + n % cardinality(people.ids)], courses[1 + n % cardinality(courses)],
        taught.ids[1 + n % cardinality(courses)], file, title, details
      from made join documents on documents.id = file, people, taught order by n`,
      [numbers, numbers.map(title), numbers.map(details)],
    )
  }
}

/** Gives the only posts, the oldest hundredth of `total`, the words of `oldWords`. */
export async function addOldWords(db: pg.Client, total: number): Promise<void> {
  await db.query('alter table posts disable trigger user')
  await db.query(
    `update posts set words = words || '${oldWords[10]}:1A ${oldWords[100]}:1A'::tsvector
      || case when number <= $1 then '${oldWords[1]}:1A'::tsvector else '' end`,
    [total / 1000],
  )
  await db.query('alter table posts enable trigger user')
  await db.query('insert into post_words (word, posts) select unnest($1::text[]), 1000', [
    Object.values(oldWords),
  ])
}

/**
 * Fills up to `to` posts with copies of those numbered up to `originals`, each with the marks of its own
 * position: this takes a hundredth of the time of adding them. Those of the oldest tenth of `total` have
 * the last of `oldWords`.
 */
export async function copyPosts(db: pg.Client, originals: number, to: number, total: number): Promise<void> {
  await db.query('alter table posts disable trigger user')
  const { rows } = await db.query<{ last: number }>('select max(number)::int as last from posts')
  for (let last = rows[0]!.last; last < to; last += 20_000) {
    await db.query(
      `with made as (
        select uuidv7() as file, place as number, posts.id as original
        from generate_series($1::int, $2::int) place join posts on posts.number = 1 + (place - 1) % $3::int
      ), documents as (
        insert into files
          (id, owner_id, purpose, name, type, size, sha256, pages, state, upload_key, object_key, accepted_at)
        select file, author_id, 'document', 'notes.pdf', 'application/pdf', 1000,
          decode(repeat('00', 32), 'hex'), 3, 'accepted', 'q/' || file, 'd/' || file, now()
        from made join posts on posts.id = original
      )
      insert into posts (author_id, course_id, section_id, document_id, title, details, number, words)
      overriding system value
      select author_id, course_id, section_id, file, title, details, made.number,
        case when made.number <= $4::int / 10 then '${oldWords[100]}:1A'::tsvector else '' end
        || ts_delete(words, array(select word from unnest(tsvector_to_array(words)) word
          where word like '~1_.%' or word like '~20.%' or word = any ($5)))
        || array_to_tsvector(array(
          select '~' || bits || '.' || (made.number >> bits) from unnest(array[10, 12, 14, 16, 18, 20]) bits))
      from made join posts on posts.id = original order by made.number`,
      [last + 1, Math.min(to, last + 20_000), originals, total, Object.values(oldWords)],
    )
  }
  await db.query('update post_words set posts = posts::bigint * $1 / $2', [to, rows[0]!.last])
  await db.query(`select setval('posts_number_seq', $1)`, [to])
  await db.query('alter table posts enable trigger user')
}

function title(n: number): string {
  const marked = Object.entries(shares).flatMap(([word, every]) => (n % every === 0 ? [word] : []))
  return [...marked, usualWord(n * 3), usualWord(n * 3 + 1)].join(' ')
}

function details(n: number): string {
  return range(0, 25)
    .map(place => usualWord(n * 31 + place))
    .join(' ')
}
