import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { conversations } from '#shared/api/conversations.ts'
import type { ChatLogin } from '../people/read-login.ts'
import { alertUnread } from './alerts.ts'
import { acceptRequest, declineRequest } from './answer-request.ts'
import { hearTyping } from './live.ts'
import { countUnread, listConversations, muteConversation, readConversation } from './queries.ts'
import { readTo } from './read-to.ts'
import { startConversation } from './start-conversation.ts'
import { defineTellingOfBlocks } from './tell-of-block.ts'

/** Conversations: with whom a person writes, who may write to whom, and unread counts. */
export function conversationRoutes(implement: Implement<ChatLogin>, deps: Deps): void {
  const { db } = deps
  const answer = async ({ userId }: ChatLogin, id: string) => ({
    status: 'success' as const,
    conversation: await readConversation(db, userId, id),
  })
  deps.jobs.declare('tell-message')
  deps.jobs.declare('read-messages')
  deps.jobs.define('alert-unread-messages', { every: '* * * * *', run: () => alertUnread(deps) })
  defineTellingOfBlocks(deps)
  hearTyping(deps)

  implement(conversations.list, async ({ query, login }) => ({
    status: 'success',
    ...(await listConversations(db, login.userId, query.folder, query.cursor)),
  }))

  implement(conversations.get, ({ params, login }) => answer(login, params.id))

  implement(conversations.unread, async ({ login }) => ({
    status: 'success',
    ...(await countUnread(db, login.userId)),
  }))

  implement(conversations.start, async ({ query, login }) =>
    answer(login, await startConversation(deps, login.userId, query)),
  )

  implement(conversations.accept, async ({ params, login }) => {
    await acceptRequest(deps, login.userId, params.id)
    return answer(login, params.id)
  })

  implement(conversations.decline, async ({ params, login }) => {
    await declineRequest(deps, login.userId, params.id)
    return { status: 'success' }
  })

  implement(conversations.read, async ({ params, body, login }) => ({
    status: 'success',
    ...(await readTo(deps, login.userId, params.id, body.seq)),
  }))

  implement(conversations.mute, async ({ params, body, login }) => {
    await muteConversation(db, login.userId, params.id, body.muted)
    return answer(login, params.id)
  })
}
