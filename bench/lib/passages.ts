import type pg from 'pg'
import { range, usualWord } from '../../test/factories/made-up.ts'

const wordsInOne = 120

/**
 * Adds made-up passages of the posts' documents, so many of each, with the words of all counted. The first
 * documents get passages of their own, the others copies of these, which takes a twentieth of the time. The
 * index is made afterwards, at once.
 */
export async function addPassages(db: pg.Client, perDocument: number, originals: number): Promise<void> {
  await db.query(`
    set statement_timeout = 0;
    set maintenance_work_mem = '2GB';
    insert into assistant.documents (id, course_id, pages, created_at)
      select document_id, course_id, ${perDocument}, now() from posts;
    create temp table numbered as
      select row_number() over (order by number) - 1 as n, document_id as id, course_id from posts;
    create unique index on numbered (n);
    analyze numbered`)
  const { rows: index } = await db.query<{ made: string }>(
    `select pg_get_indexdef('assistant.passages_words'::regclass) as made`,
  )
  await db.query('drop index assistant.passages_words')
  await write(db, perDocument, originals)
  const { rows: documents } = await db.query<{ count: number }>('select count(*)::int as count from numbered')
  const copies = documents[0]!.count / originals
  await db.query(
    `insert into assistant.words (word, passages)
    select word, count(*) * $1::int from assistant.passages, unnest(tsvector_to_array(words)) word
    group by word order by word`,
    [Math.ceil(copies)],
  )
  await copy(db, originals, documents[0]!.count)
  await db.query(index[0]!.made)
}

async function write(db: pg.Client, perDocument: number, originals: number): Promise<void> {
  const batch = 500
  for (let from = 0; from < originals; from += batch) {
    const { rows } = await db.query<{ id: string }>(
      'select id from numbered where n >= $1 and n < $2 order by n',
      [from, Math.min(originals, from + batch)],
    )
    const texts = rows.flatMap(({ id }, place) =>
      range(0, perDocument).map(n => {
        const seed = ((from + place) * perDocument + n) * 151
        const text = range(0, wordsInOne).map(k => usualWord(seed + k))
        return { id, page: n + 1, text: text.join(' ') }
      }),
    )
    await db.query(
      `insert into assistant.passages (document_id, course_id, page, place, text, words)
      select id, course_id, page, 0, text, assistant.passage_words('english', null, text)
      from jsonb_to_recordset($1::jsonb) as passage (id uuid, page int, text text)
        join assistant.documents using (id)`,
      [JSON.stringify(texts)],
    )
  }
}

async function copy(db: pg.Client, originals: number, documents: number): Promise<void> {
  const batch = 20_000
  for (let from = originals; from < documents; from += batch) {
    await db.query(
      `insert into assistant.passages (document_id, course_id, page, place, text, words)
      select copy.id, copy.course_id, page, 0, text, words
      from numbered copy
        join numbered original on original.n = copy.n % $3::int
        join assistant.passages on document_id = original.id
      where copy.n >= $1 and copy.n < $2 order by copy.n`,
      [from, from + batch, originals],
    )
  }
}
