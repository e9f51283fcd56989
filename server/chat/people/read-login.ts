import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { createRecentLogins } from '#server/platform/http/recent-logins.ts'
import type { LoginRef, ReadLogin } from '#server/platform/http/router.ts'
import { bearerOf, createBearerReader, createTokens, type Tokens } from '#server/platform/http/tokens.ts'
import { entryTokenAudience, entryTokenSeconds } from '#shared/api/chat.ts'

/** The caller of a chat call: everything the chat knows about a person comes from their rows. */
export type ChatLogin = LoginRef
/** A person whom the product has signed in, and who asks for a token; their address may not be confirmed. */
export type ProductLogin = ChatLogin & { email: string }

type ReadDeps = Pick<Deps, 'config' | 'db' | 'now'>

type ReadChatToken = ReturnType<typeof createBearerReader>

export type ChatCredentials = {
  /** Returns the login's secret from a Cookie header. */
  readLoginCookie: (cookies: string | undefined) => string | null
  /** The chat's own tokens: issuing them, and reading one from a request. */
  chatTokens: Tokens
  readChatToken: ReadChatToken
}

export type ReadChatLogins = {
  /** By the chat's token. */
  readChatLogin: ReadLogin<ChatLogin>
  /** By the product's cookie or, on another host, by an entry token. */
  readProductLogin: ReadLogin<ProductLogin>
}

/**
 * Identifies the caller. The token says who it is, and the login's row says whether that login still exists:
 * signing out ends the token too. Calls within half a second share a lookup.
 */
export function createReadLogins(
  { config, db, now }: ReadDeps,
  { readLoginCookie, readChatToken }: Pick<ChatCredentials, 'readLoginCookie' | 'readChatToken'>,
): ReadChatLogins {
  const readEntryToken = createBearerReader(
    createTokens({ secret: config.secret, now }, entryTokenAudience, entryTokenSeconds),
  )
  const recent = createRecentLogins<ProductLogin>()
  const find = (column: 'id' | 'token', value: string) => {
    const clock = now()
    return recent.find(`${column} ${value}`, clock.epochMilliseconds, async () => {
      const { rows } = await sql<ProductLogin>`
        select id as "loginId", person_id as "userId", email from chat.logins
        where ${sql.ref(column)} = ${value} and expires_at > ${clock}`.execute(db)
      return rows[0] ?? null
    })
  }
  const loginOf = async (named: LoginRef) => {
    const login = await find('id', named.loginId)
    return login?.userId === named.userId ? login : null
  }
  return {
    async readChatLogin(request) {
      const named = await readChatToken(request)
      return named && loginOf(named)
    },
    async readProductLogin(request) {
      if (bearerOf(request)) {
        const named = await readEntryToken(request)
        return named && loginOf(named)
      }
      const cookie = readLoginCookie(request.headers.cookie)
      return cookie ? find('token', cookie) : null
    },
  }
}
