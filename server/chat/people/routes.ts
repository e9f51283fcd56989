import type { Deps } from '#server/deps.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import type { Implement } from '#server/platform/http/router.ts'
import type { Tokens } from '#server/platform/http/tokens.ts'
import { chat, chatTokenSeconds } from '#shared/api/chat.ts'
import type { ChatLogin, ProductLogin } from './read-login.ts'
import { searchPeople } from './search-people.ts'

/** The way in: a token for people whom the product has signed in. */
export function loginRoutes(implement: Implement<ProductLogin>, chatTokens: Tokens): void {
  implement(chat.login, async ({ query, login }) => {
    requireOwnEmail(login, query.email)
    return {
      access_token: await chatTokens.issue(login),
      token_type: 'bearer' as const,
      expires_in: chatTokenSeconds,
    }
  })
}

/** People to write to, and tickets for the caller's sockets. */
export function peopleRoutes(implement: Implement<ChatLogin>, { db, realtime }: Deps): void {
  implement(chat.searchPeople, async ({ query, login }) => ({
    status: 'success',
    users: await searchPeople(db, login.userId, query.query),
  }))

  implement(chat.liveTicket, async ({ login }) => {
    return { status: 'success', ticket: await realtime.issueTicket('/chat', login) }
  })
}
