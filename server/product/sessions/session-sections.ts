import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

/**
 * Links a session to the sections that CRNs name, replacing the old ones. A CRN alone may be a section in
 * several terms and schools: the owner's own class wins, then the one with the given title, then the latest.
 */
export async function replaceSections(
  trx: Trx,
  session: { id: string; ownerId: string },
  crns: readonly string[],
  path: string,
): Promise<void> {
  await trx.deleteFrom('session_sections').where('session_id', '=', session.id).execute()
  for (const typed of crns) {
    const crn = parseCrn(typed)
    const { rows } = await sql<{ id: number }>`
      select sections.id from sections join terms on terms.id = term_id
      where crn = ${crn}
      order by exists (select from classes where user_id = ${session.ownerId} and section_id = sections.id) desc,
        plain_words(sections.title) = plain_words(${titleIn(typed)}) desc, starts_on desc, sections.id desc
      limit 1`.execute(trx)
    const [section] = rows
    if (!section) throw invalidField(path, `We couldn’t find a class with the CRN ${typed}.`)
    await trx
      .insertInto('session_sections')
      .values({ session_id: session.id, section_id: section.id })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

function titleIn(typed: string): string {
  const dash = typed.indexOf('-')
  return dash < 0 ? '' : typed.slice(dash + 1)
}
