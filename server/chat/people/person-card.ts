import { type RawBuilder, sql } from 'kysely'
import type { ChatPerson } from '#shared/api/chat.ts'
import { profiles } from '#shared/api/profiles.ts'

/** The columns of `chat.people` that `chatPerson` needs. */
export const personColumns: RawBuilder<unknown> = sql`people.username, people.name, people.picture_id, people.college, people.designation`

export type PersonRow = {
  username: string
  name: string
  picture_id: string | null
  college: string | null
  designation: string | null
}

/**
 * A person's card. A person who can’t be written to anymore keeps only their name, which the conversation
 * needs.
 */
export function chatPerson(
  { username, name, picture_id, college, designation }: PersonRow,
  { reachable } = { reachable: true },
): ChatPerson {
  if (!reachable) return { username, name, profile_image: null, college: null, designation: null }
  const profile_image = picture_id && profiles.showPicture.path.replace('{key}', picture_id)
  return { username, name, profile_image, college, designation }
}
