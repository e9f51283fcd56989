import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { createTokens } from '#server/platform/http/tokens.ts'
import { chat, entryTokenAudience, entryTokenSeconds } from '#shared/api/chat.ts'
import { logins as contract } from '#shared/api/logins.ts'
import { createAgeCookie, isFutureDay, isOldEnough } from './age.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { forgetCookies } from './login-cookie.ts'
import type { Logins } from './logins.ts'
import { siteOf } from './site.ts'
import { startSignIn } from './start-sign-in.ts'
import { defineSweep } from './sweep.ts'
import { defineWelcome } from './welcome-mail.ts'

/** Signing in and out, and who is signed in. */
export function loginRoutes(implement: Implement, deps: Deps, logins: Logins): void {
  defineWelcome(deps)
  defineSweep(deps)

  const chatUrl = chatUrlOf(deps.config)
  const ageCookie = createAgeCookie(deps.config, deps.now)
  implement(contract.read, ({ login }) => {
    return { status: 'success' as const, login: login && profile(login), chat_url: chatUrl }
  })

  implement(contract.register, ({ login, body }) => {
    requireOwnEmail(login, body.email)
    return { status: 'success' as const, login: profile(login) }
  })

  implement(contract.providers, () => ({ status: 'success' as const, providers: logins.providers }))

  implement(contract.start, async ({ body, request, reply }) => {
    const ofAge = ageCookie.read(request.headers.cookie) === 'passed'
    const wish = { ...body, ofAge }
    const { url, cookies } = await startSignIn(logins, siteOf(request, deps.config.publicUrl), wish)
    reply.header('set-cookie', cookies)
    return { status: 'success' as const, url, redirect: true }
  })

  implement(contract.answerAge, ({ body, request, reply }) => {
    const born = Temporal.PlainDate.from(body.born)
    if (isFutureDay(born, deps.now())) throw invalidField('body.born', 'That date is in the future.')
    const refused = ageCookie.read(request.headers.cookie) === 'refused'
    const old_enough = !refused && isOldEnough(born, deps.now())
    if (!refused) reply.header('set-cookie', ageCookie.write(old_enough ? 'passed' : 'refused'))
    return { status: 'success' as const, old_enough }
  })

  implement(contract.callback, async ({ params, query, request, reply }) => {
    const { cookie } = request.headers
    const agent = request.headers['user-agent']
    const { location, cookies, signedIn } = await finishSignIn(
      logins,
      { site: siteOf(request, deps.config.publicUrl), log: request.log },
      { params, query, cookie, agent },
    )
    const forgotten = signedIn ? ageCookie.forgetPassed(cookie) : []
    return reply.header('set-cookie', [...cookies, ...forgotten]).redirect(location, 302)
  })

  const entryTokens = createTokens(
    { secret: deps.config.secret, now: deps.now },
    entryTokenAudience,
    entryTokenSeconds,
  )
  implement(chat.entryToken, async ({ login }) => {
    return { status: 'success', token: await entryTokens.issue(login) }
  })

  implement(chat.ticket, async ({ login }) => {
    return { status: 'success', ticket: await entryTokens.issue(login) }
  })

  implement(contract.end, async ({ request, reply }) => {
    await logins.revoke(request.headers.cookie)
    // The client's data in the browser belongs to the person who leaves; cookies are cleared by name, since
    // "cookies" here would also clear those of every other product on the same registrable domain.
    reply.header('clear-site-data', '"storage"')
    const forgotten = ageCookie.forgetPassed(request.headers.cookie)
    reply.header('set-cookie', [...forgetCookies(deps.config), ...forgotten])
    return { status: 'success' as const }
  })
}

function chatUrlOf({ chatOrigin, services }: Config): string | null {
  if (chatOrigin) return `${chatOrigin}/chat`
  return services.includes('chat') ? '/chat' : null
}

function profile({ userId: id, emailConfirmed: email_confirmed, ...login }: Login) {
  const { name, email, image, username, operator, welcomed, theme } = login
  return { id, name, email, email_confirmed, image, username, operator, welcomed, theme }
}
