import { chat } from '#shared/api/chat.ts'
import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { read } from '#shared/api/logins.ts'
import type { Login } from '#web/features/login/queries.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'

/** Whose chat it is. */
export type Me = Pick<Login, 'email' | 'name' | 'username'>

/** A token of the chat, for whom, until when, and where the chat is. */
type Pass = { token: string; email: string; endsAt: number; url: string }

/** Kept by the tab, as long as that is there. */
const keptAs = 'chat_access_token'
/** So long before its end a token is renewed, for calls that are long on their way. */
const earlyMs = 60_000

let asking: { email: string; pass: Promise<Pass> } | null = null

/** A call of the chat service in the name of the person who is shown this page, and of nobody who signed in meanwhile. */
export async function chatCall<C extends Call>(
  me: Me,
  declared: C,
  input: CallInput<C>,
  options: { signal?: AbortSignal } = {},
): Promise<CallOutput<C>> {
  const attempt = async (pass: Pass) => {
    const headers = { authorization: `Bearer ${pass.token}` }
    const base = { path: '/chat', url: pass.url }
    // `input` is there where the call declares something to pass, as the type of `call` asks for.
    return (call as LooseCall)(declared, input, { ...options, headers, base }) as Promise<CallOutput<C>>
  }
  const pass = await passOf(me)
  try {
    return await attempt(pass)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') throw error
    if (readPass()?.token === pass.token) forgetPass()
    return attempt(await passOf(me))
  }
}

type LooseCall = (declared: Call, input: unknown, options: Parameters<typeof call>[2]) => Promise<unknown>

/** Leaves no token behind. */
export function forgetPass(): void {
  asking = null
  try {
    sessionStorage.removeItem(keptAs)
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

/** Where the chat's live connections are made. */
export async function chatOrigin(me: Me): Promise<string> {
  return new URL((await passOf(me)).url, location.href).origin
}

async function passOf(me: Me): Promise<Pass> {
  const kept = readPass()
  if (kept?.email === me.email && kept.endsAt - earlyMs > Date.now()) return kept
  // Calls that start together ask for one token.
  if (asking?.email !== me.email) {
    const pass = askForPass(me).finally(() => {
      if (asking?.pass === pass) asking = null
    })
    asking = { email: me.email, pass }
  }
  return asking!.pass
}

async function askForPass(me: Me): Promise<Pass> {
  const { chat_url: url } = await call(read)
  if (url === null)
    throw new ProblemError({ code: 'unavailable', status: 503, detail: 'Chats are off for now.' })
  const headers: Record<string, string> = {}
  if (url !== '/chat') headers.authorization = `Bearer ${(await call(chat.ticket)).ticket}`
  const { access_token, expires_in } = await call(
    chat.login,
    { query: { email: me.email } },
    { headers, base: { path: '/chat', url } },
  )
  const pass = { token: access_token, email: me.email, endsAt: Date.now() + expires_in * 1000, url }
  try {
    sessionStorage.setItem(keptAs, JSON.stringify(pass))
  } catch {
    // Each call then asks for a token of its own.
  }
  return pass
}

function readPass(): Pass | null {
  try {
    const kept: Pass | null = JSON.parse(sessionStorage.getItem(keptAs) ?? 'null')
    return typeof kept?.token === 'string' ? kept : null
  } catch {
    return null
  }
}
