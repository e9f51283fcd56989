import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

/**
 * Links a session to the sections that CRNs name, replacing the others. A CRN alone may be a section in
 * several terms and schools: the session's present one wins, then the owner's own class, then the one with the
 * given title, then the latest.
 */
export async function replaceSections(
  trx: Trx,
  session: { id: string; ownerId: string },
  crns: readonly string[],
  path: string,
): Promise<void> {
  const present = await trx
    .deleteFrom('session_sections')
    .using('sections')
    .whereRef('sections.id', '=', 'section_id')
    .where('session_id', '=', session.id)
    .returning(['sections.id', 'crn', 'title'])
    .execute()
  for (const typed of crns) {
    const kept = present.filter(section => isNamed(section, typed))
    const sections = kept.length > 0 ? kept : await findNamed(trx, session.ownerId, typed)
    if (sections.length === 0) throw invalidField(path, `We couldn’t find a class with the CRN ${typed}.`)
    await trx
      .insertInto('session_sections')
      .values(sections.map(({ id }) => ({ session_id: session.id, section_id: id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** Whether these are just the sections that CRNs name. */
export async function hasSections(trx: Trx, sessionId: string, crns: readonly string[]): Promise<boolean> {
  const present = await trx
    .selectFrom('session_sections')
    .innerJoin('sections', 'sections.id', 'section_id')
    .select(['crn', 'title'])
    .where('session_id', '=', sessionId)
    .execute()
  return (
    crns.every(typed => present.some(section => isNamed(section, typed))) &&
    present.every(section => crns.some(typed => isNamed(section, typed)))
  )
}

function isNamed({ crn, title }: { crn: string; title: string }, typed: string): boolean {
  return parseCrn(typed) === crn && ['', title].includes(titleIn(typed))
}

async function findNamed(trx: Trx, ownerId: string, typed: string): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select sections.id from sections join terms on terms.id = term_id
    where crn = ${parseCrn(typed)}
    order by exists (select from classes where user_id = ${ownerId} and section_id = sections.id) desc,
      plain_words(sections.title) = plain_words(${titleIn(typed)}) desc, starts_on desc, sections.id desc
    limit 1`.execute(trx)
  return rows
}

function titleIn(typed: string): string {
  const dash = typed.indexOf('-')
  return dash < 0 ? '' : typed.slice(dash + 1)
}
