import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { sendPage } from '../html.ts'
import { endedPage, pickPage, type Shape } from './page.ts'
import { createPeople, localTenant, type People, type Person } from './people.ts'
import { createProvider, sessionCookie } from './provider.ts'

type Settings = {
  /** Where the providers are. */
  publicUrl: string
  /** The product's address, if it differs: a load balancer before several of its servers. */
  productUrl?: string
  people: Person[]
}

// Not secret: anyone who can reach the local providers may be anyone anyway.
const client = { clientId: 'ignite', clientSecret: 'only-for-the-local-identity-providers' }

/**
 * Stand-ins for Google and Microsoft on the product's own port, and the settings for signing in through them.
 * Anyone can sign in as anyone there, so they refuse to run in production.
 */
export function mountIdentity({ publicUrl, productUrl = publicUrl, people }: Settings): {
  env: Record<string, string>
  mount: (app: FastifyInstance) => Promise<void>
} {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The local identity providers let anyone be anyone: they don’t run in production')
  }
  const world = createPeople(people)
  const google = createProvider({
    ...client,
    people: world,
    shape: 'google',
    issuer: `${publicUrl}/local/identity/google`,
    redirectUris: callbacks(productUrl, 'google'),
  })
  const microsoft = createProvider({
    ...client,
    people: world,
    shape: 'microsoft',
    issuer: `${publicUrl}/local/identity/microsoft/${localTenant}/v2.0`,
    redirectUris: callbacks(productUrl, 'microsoft'),
  })
  return {
    env: identityEnv(publicUrl),
    async mount(app) {
      await app.register(async scope => {
        // The providers read their requests' bodies themselves.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        serve(scope, 'google', google, world, '/local/identity/google')
        serve(scope, 'microsoft', microsoft, world, '/local/identity/microsoft/:tenant')
      })
    },
  }
}

/** A sign-in ends at the same host name of this machine where it began (server/product/logins/site.ts). */
function callbacks(productUrl: string, provider: string): string[] {
  const { origin, port } = new URL(productUrl)
  const names = ['localhost', '127.0.0.1', '[::1]'].map(name => `http://${name}:${port}`)
  return [...new Set([origin, ...names])].map(site => `${site}/api/auth/callback/${provider}`)
}

function identityEnv(publicUrl: string): Record<string, string> {
  return {
    GOOGLE_DISCOVERY_URL: `${publicUrl}/local/identity/google/.well-known/openid-configuration`,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    MICROSOFT_AUTHORITY: `${publicUrl}/local/identity/microsoft`,
    MICROSOFT_TENANT_ID: 'common',
    MICROSOFT_CLIENT_ID: client.clientId,
    MICROSOFT_CLIENT_SECRET: client.clientSecret,
  }
}

function serve(
  scope: FastifyInstance,
  shape: Shape,
  provider: Provider,
  people: People,
  prefix: string,
): void {
  const answer = provider.callback()
  const mountOf = (request: FastifyRequest) =>
    request.url.split('/').slice(0, prefix.split('/').length).join('/')

  scope.all(`${prefix}/*`, { schema: { hide: true } }, async (request, reply) => {
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = request.url
    raw.url = request.url.slice(mountOf(request).length)
    raw.headers.cookie = withoutSession(raw.headers.cookie, sessionCookie(shape))
    reply.hijack()
    await answer(raw, reply.raw)
  })

  const pick = shape === 'microsoft' ? `${prefix}/v2.0/pick/:uid` : `${prefix}/pick/:uid`

  scope.get(pick, { schema: { hide: true } }, async (request, reply) => {
    const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
    if (!interaction) return sendPage(reply.code(410), endedPage())
    const { login_hint: hint } = interaction.params
    if (typeof hint === 'string' && looksLikeEmail(hint))
      return finish(provider, request, reply, people.meet(hint))
    return sendPage(reply, pickPage(shape, request.url, people.known))
  })

  scope.post(pick, { schema: { hide: true } }, async (request, reply) => {
    const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
    if (!interaction) return sendPage(reply.code(410), endedPage())
    const form = await readForm(request.raw)
    if (form.has('cancel')) return cancel(provider, request, reply)
    const email = form.get('email') ?? ''
    if (!looksLikeEmail(email)) {
      const fault = 'Enter an email address, such as maya@ignite.test.'
      return sendPage(reply.code(422), pickPage(shape, request.url, people.known, fault))
    }
    return finish(provider, request, reply, people.meet(email, form.get('name') ?? undefined))
  })
}

async function finish(provider: Provider, request: FastifyRequest, reply: FastifyReply, person: Person) {
  const result = { login: { accountId: person.email, remember: false }, select_account: {}, consent: {} }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}

async function cancel(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const result = { error: 'access_denied', error_description: 'The person went back' }
  const back = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  })
  return reply.redirect(back, 303)
}

// If the provider remembered the last person, a second tab or a restart would sign in somebody nobody chose.
function withoutSession(cookies: string | undefined, name: string): string | undefined {
  return cookies
    ?.split('; ')
    .filter(cookie => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`))
    .join('; ')
}

async function readForm(body: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of body) {
    chunks.push(chunk)
    if (chunks.length > 16) break
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

// Lenient: an administrator of a real tenant can put stranger things into an email claim.
function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@＠]+[@＠][^\s@＠]+$/.test(text.trim())
}
