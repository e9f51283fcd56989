import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { messages } from '#shared/api/messages.ts'
import { findMembership } from '../conversations/queries.ts'
import type { ChatLogin } from '../people/read-login.ts'
import { listMessages, searchMessages } from './queries.ts'
import { removeMessage } from './remove-message.ts'
import { sendMessage } from './send-message.ts'

/** The messages that people send each other. */
export function messageRoutes(implement: Implement<ChatLogin>, deps: Deps): void {
  const { db } = deps

  implement(messages.list, async ({ params, query, login }) => {
    const { limit, ...position } = query
    const conversation = await findMembership(db, login.userId, params.id)
    return { status: 'success', ...(await listMessages(db, login.userId, conversation, position, limit)) }
  })

  implement(messages.send, async ({ params, body, login }) => ({
    status: 'success',
    message: await sendMessage(deps, login.userId, params.id, body),
  }))

  implement(messages.remove, async ({ params, login }) => ({
    status: 'success',
    message: await removeMessage(deps, login.userId, params.id, params.seq),
  }))

  implement(messages.search, async ({ query, login }) => ({
    status: 'success',
    ...(await searchMessages(db, login.userId, query.query, query.cursor)),
  }))
}
