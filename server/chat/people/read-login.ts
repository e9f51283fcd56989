import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { createRecentLogins } from '#server/platform/http/recent-logins.ts'
import type { ReadLogin } from '#server/platform/http/router.ts'
import { bearerOf, createTokens, type Tokens } from '#server/platform/http/tokens.ts'
import { chatTicketAudience, chatTicketSeconds, chatTokenSeconds } from '#shared/api/chat.ts'

/** Who asks the chat: all that its calls know of a person comes from their rows. */
export type ChatLogin = { userId: string; loginId: string }
/** Somebody whom the product has signed in, who asks for a token. */
export type ProductLogin = ChatLogin & { email: string }

type ReadDeps = Pick<Deps, 'config' | 'db' | 'now'>

export type ReadChatLogins = {
  tokens: Tokens
  /** By the chat's token. */
  readChatLogin: ReadLogin<ChatLogin>
  /** By the product's cookie or, where it doesn't reach, by the product's ticket. */
  readProductLogin: ReadLogin<ProductLogin>
}

/**
 * Says who asks. A token says whose it is, but its login's row says whether that still holds: signing out ends the token with
 * it. The calls of half a second share a look.
 */
export function createReadLogins(
  { config, db, now }: ReadDeps,
  readCookie: (cookies: string | undefined) => string | null,
): ReadChatLogins {
  const settings = { secret: config.secret, now }
  const tokens = createTokens(settings, 'chat', chatTokenSeconds)
  const tickets = createTokens(settings, chatTicketAudience, chatTicketSeconds)
  const recent = createRecentLogins<ProductLogin>()
  const find = (column: 'id' | 'token', value: string) => {
    const clock = now()
    return recent.find(`${column} ${value}`, clock.epochMilliseconds, async () => {
      const { rows } = await sql<ProductLogin>`
        select logins.id as "loginId", person_id as "userId", email
        from chat.logins join chat.people on people.id = person_id
        where logins.${sql.ref(column)} = ${value} and expires_at > ${clock.toString()}`.execute(db)
      return rows[0] ?? null
    })
  }
  const holderOf = async (tokens: Tokens, token: string) => {
    const holder = await tokens.read(token)
    const login = holder && (await find('id', holder.loginId))
    return login && login.userId === holder.userId ? login : null
  }
  return {
    tokens,
    async readChatLogin(request) {
      const token = bearerOf(request)
      return token ? holderOf(tokens, token) : null
    },
    async readProductLogin(request) {
      const ticket = bearerOf(request)
      if (ticket) return holderOf(tickets, ticket)
      const cookie = readCookie(request.headers.cookie)
      return cookie ? find('token', cookie) : null
    },
  }
}
