import type { Database } from '#server/platform/db/database.ts'
import type { Alert } from '#shared/api/alerts.ts'
import { pictureUrl } from '../profiles/picture-url.ts'
import type { Reader } from './kind.ts'

type PeopleNamed = Pick<Reader, 'name' | 'username'> & {
  /** A person as a line shows them; null for one who left. */
  card: (id: string | undefined) => Alert['person']
}

/** The people that alerts speak of, as they are called now. One query. */
export async function peopleNamed(db: Database, ids: readonly string[]): Promise<PeopleNamed> {
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'name', 'username', 'picture_id', 'deleted_at'])
          .where('id', 'in', [...new Set(ids)])
          .execute()
  const byId = new Map(people.map(person => [person.id, person]))
  return {
    name: id => byId.get(id)?.name ?? 'Somebody',
    username: id => byId.get(id)?.username ?? '',
    card(id) {
      const person = id === undefined ? undefined : byId.get(id)
      if (!person || person.deleted_at !== null) return null
      const { name, username, picture_id } = person
      return { id: person.id, name, username, profile_image: pictureUrl(picture_id) }
    },
  }
}
