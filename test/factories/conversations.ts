import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { type Message, messages } from '#shared/api/messages.ts'
import type { Person } from '../harness/person.ts'
import { untilFree } from '../harness/until-free.ts'

/** A person's conversation with another one, begun by the first. */
export async function startConversation(person: Person, to_username: string): Promise<Conversation> {
  const { status, body } = await person.call(conversations.start, { query: { to_username } })
  if (status !== 200) throw new Error(`No conversation with ${to_username}: ${JSON.stringify(body)}`)
  return body.conversation
}

export async function write(person: Person, id: string, text: string, more = {}): Promise<Message> {
  const message = { client_id: randomUUID(), text, ...more }
  const { status, body } = await untilFree(() =>
    person.call(messages.send, { params: { id }, body: message }),
  )
  if (status !== 200) throw new Error(`Not sent: ${JSON.stringify(body)}`)
  return body.message
}

/** A conversation in which both have written. */
export async function makeConversation(
  [person, name]: readonly [Person, string],
  [other, otherName]: readonly [Person, string],
): Promise<string> {
  const { id } = await startConversation(person, otherName)
  await write(person, id, `Hello from ${name}`)
  await write(other, id, `Hello from ${otherName}`)
  return id
}

/** Conversations that many people began with a person, each with an unread message. */
export async function addUnread(
  db: Database,
  username: string,
  folder: 'inbox' | 'requests',
  count: number,
): Promise<void> {
  const name = sql`${username} || '.' || ${folder} || '.' || n`
  await sql`
    with writers as (
      insert into users (name, email, username)
      select ${name}, ${name} || '@example.edu', ${name} from generate_series(1, ${sql.lit(count)}) n returning id
    ),
    begun as (
      insert into chat.conversations (first_id, second_id, state, started_by, last_seq, created_at)
      select least(users.id, writers.id), greatest(users.id, writers.id), ${folder === 'inbox' ? 'open' : 'request'},
        writers.id, 1, now()
      from writers, users where users.username = ${username} returning id, first_id, second_id, started_by
    )
    insert into chat.members (conversation_id, person_id, other_id, folder, last_seq, last_at, read_to)
    select begun.id, person_id, other_id, case when person_id = started_by then 'inbox' else ${folder} end, 1, now(),
      case when person_id = started_by then 1 else 0 end
    from begun, lateral (values (first_id, second_id), (second_id, first_id)) people (person_id, other_id)`.execute(
    db,
  )
}
