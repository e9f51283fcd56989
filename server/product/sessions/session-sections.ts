import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

/**
 * Ties a session to the sections that CRNs name, in place of those before. A CRN alone may be a section of several terms and
 * schools: it is one of the owner's own classes, else the one of the title it comes with, else the latest.
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
    if (!section) throw invalidField(path, `There is no class with the CRN ${typed}.`)
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
