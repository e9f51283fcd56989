import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { range, usualWord } from '../../test/factories/made-up.ts'

/** Adds made-up passages of the posts’ documents, so many of each, with the words of all counted. */
export async function addPassages(db: Database, perDocument: number, wanted: number): Promise<void> {
  await sql`insert into assistant.documents (id, course_id, pages, created_at)
    select document_id, course_id, ${perDocument}, now() from posts`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from assistant.documents order by id`.execute(db)
  const batch = 20
  for (let from = 0; from * perDocument < wanted; from += batch) {
    const texts = rows.slice(from, from + batch).flatMap(({ id }, index) =>
      range(0, perDocument).map(n => {
        const seed = ((from + index) * perDocument + n) * 151
        return {
          id,
          page: n + 1,
          text: range(0, 120)
            .map(k => usualWord(seed + k))
            .join(' '),
        }
      }),
    )
    await sql`insert into assistant.passages (document_id, course_id, page, place, text, words)
      select id, course_id, page, 0, text, assistant.passage_words('english', null, text)
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as passage (id uuid, page int, text text)
        join assistant.documents using (id)`.execute(db)
  }
  for (const { id } of rows) await sql`select assistant.count_words(${id}::uuid)`.execute(db)
}
