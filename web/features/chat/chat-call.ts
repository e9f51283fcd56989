import { chat } from '#shared/api/chat.ts'
import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { findChatUrl } from '#web/features/logins/queries.ts'
import { call, callWith } from '#web/lib/api.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import type { Me } from './me.ts'

/** A chat token: for whom, until when, and the chat's address. */
type ChatToken = { token: string; owner: string; endsAt: number; url: string }

/** Stored by the tab, for as long as it exists. */
const keptAs = 'chat_access_token'
/** How long before its expiry a token is renewed, for slow calls. */
const earlyMs = 60_000

let requested: { owner: string; token: Promise<ChatToken> } | null = null

/**
 * A call of the chat service as the person whom this page shows, and never as one who signed in meanwhile.
 */
export async function chatCall<C extends Call>(
  me: Me,
  declared: C,
  input: CallInput<C>,
  options: { signal?: AbortSignal } = {},
): Promise<CallOutput<C>> {
  const attempt = ({ token, url }: ChatToken) => {
    const headers = { authorization: `Bearer ${token}` }
    return callWith(declared, input, { ...options, headers, base: { path: '/chat', url } })
  }
  const kept = await chatTokenFor(me)
  try {
    return await attempt(kept)
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    if (storedChatToken()?.token === kept.token) forgetChatToken()
  }
  const given = await chatTokenFor(me)
  try {
    return await attempt(given)
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    // Only who is signed in gets a token, so it isn't the login that ended: the page slept until this one expired, too, or the chat's
    // clock is wrong.
    const detail = 'Messages aren’t available right now. Try again in a moment.'
    throw new ProblemError({ code: 'unavailable', status: 503, detail })
  }
}

const isTokenRefused = (error: unknown) => error instanceof ProblemError && error.code === 'unauthenticated'

/** Deletes the stored token. */
export function forgetChatToken(): void {
  requested = null
  try {
    sessionStorage.removeItem(keptAs)
  } catch {
    // If nothing can be stored, there is nothing.
  }
}

/** The address of the chat's live connections. */
export async function chatOrigin(me: Me): Promise<string> {
  return new URL((await chatTokenFor(me)).url, location.href).origin
}

async function chatTokenFor(me: Me): Promise<ChatToken> {
  const kept = storedChatToken()
  const owner = ownerKey(me)
  if (kept?.owner === owner && kept.endsAt - earlyMs > Date.now()) return kept
  // Calls that start together share one token request.
  if (requested?.owner !== owner) {
    const asked = requestChatToken(me).finally(() => {
      if (requested?.token === asked) requested = null
    })
    requested = { owner, token: asked }
  }
  return requested!.token
}

async function requestChatToken(me: Me): Promise<ChatToken> {
  const url = await findChatUrl()
  if (url === null)
    throw new ProblemError({ code: 'unavailable', status: 503, detail: 'Chats are off for now.' })
  const headers: Record<string, string> = {}
  if (url !== '/chat') headers.authorization = `Bearer ${await requestEntryToken()}`
  const { access_token, expires_in } = await call(
    chat.login,
    { query: { email: me.email } },
    { headers, base: { path: '/chat', url } },
  )
  const given = { token: access_token, owner: ownerKey(me), endsAt: Date.now() + expires_in * 1000, url }
  try {
    sessionStorage.setItem(keptAs, JSON.stringify(given))
  } catch {
    // Each call then requests its own token.
  }
  return given
}

async function requestEntryToken(): Promise<string> {
  try {
    return (await call(chat.entryToken)).token
  } catch (error) {
    // A server of the release before knows only its former name: drop this with the next release.
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
    return (await call(chat.ticket)).ticket
  }
}

function storedChatToken(): ChatToken | null {
  try {
    const kept: ChatToken | null = JSON.parse(sessionStorage.getItem(keptAs) ?? 'null')
    return typeof kept?.token === 'string' ? kept : null
  } catch {
    return null
  }
}
