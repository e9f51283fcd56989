import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { plainWords } from '#server/platform/db/plain-words.ts'
import type { ChatPerson } from '#shared/api/chat.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { notBlocked } from './not-blocked.ts'
import { chatPerson, type PersonRow, personColumns } from './person-card.ts'

const most = 20
/** Nobody needs to choose from more than this; anyone who asks for more is harvesting. */
const depth = 500

/**
 * People to write to whose name, username or college contains all words, the last one perhaps unfinished:
 * acquaintances first. An email finds nobody.
 */
export async function searchPeople(db: Database, personId: string, text: string): Promise<ChatPerson[]> {
  const words = await plainWords(db, text)
  if (words.length === 0) return []
  const patterns = words.map((word, index) => (index < words.length - 1 ? `% ${word} %` : `% ${word}%`))
  const found = sql`present and people.id <> ${personId} and ${notBlocked(personId, sql`people.id`)}`
  const holds = sql.join(
    patterns.map(pattern => sql`search like ${pattern}`),
    sql` and `,
  )
  const username = canonicalUsername(text)
  const { rows } = await sql<PersonRow>`
    select ${personColumns}
    from (
      select * from chat.people where username = ${username} and ${found}
      union
      (select * from chat.people where ${holds} and ${found} order by id desc limit ${sql.lit(depth)})
    ) people
    order by people.username = ${username} desc,
      exists (select from chat.ties where ties.person_id = ${personId} and other_id = people.id) desc,
      search like ${` ${words.join(' ')}%`} desc, people.id desc
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(row => chatPerson(row))
}
