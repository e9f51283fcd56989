import { randomUUID } from 'node:crypto'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { type Message, messages } from '#shared/api/messages.ts'
import type { Person } from '../harness/person.ts'

/** A person's conversation with another one, begun by the first. */
export async function startConversation(person: Person, to_username: string): Promise<Conversation> {
  const { status, body } = await person.call(conversations.start, { query: { to_username } })
  if (status !== 200) throw new Error(`No conversation with ${to_username}: ${JSON.stringify(body)}`)
  return body.conversation
}

export async function write(person: Person, id: string, text: string, more = {}): Promise<Message> {
  const { status, body } = await person.call(messages.send, {
    params: { id },
    body: { client_id: randomUUID(), text, ...more },
  })
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
