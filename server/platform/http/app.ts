import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastJson from 'fast-json-stringify'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config/config.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { isAway } from '../db/pool.ts'
import { logAnswer, logOptions } from '../log/log.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { callerAddress, tooMany, trustProxies } from './call-limits.ts'
import type { CallerOf } from './callers.ts'
import { allowPages, refuseCrossSite } from './cross-site.ts'
import { firstScriptSources } from './first-script.ts'
import { longestAnswerMs } from './longest-answer.ts'
import { Problem, problem, problemBody } from './problem.ts'
import { cutSlowBodies } from './slow-bodies.ts'
import { createTurns } from './turns.ts'

const maxJsonBytes = 256 * 1024

/**
 * A caller may have two seconds' worth of their calls per minute in progress at once, which is 40 by default. A page makes ten at
 * once. On a campus that shares one address, that lets five people a second wait up to five seconds each for a slow sign-in provider.
 */
const concurrentShare = 2 / 60

/**
 * The HTTP server with everything that applies to every route: limits, headers, errors, logs. `callerOf` says
 * whose limits a request counts toward. `now` is the clock of the answers, if it isn't the machine's.
 */
export async function createApp(
  config: Config,
  callerOf: CallerOf = ({ ip }) => callerAddress(ip),
  tracing?: Tracing,
  now?: () => Temporal.Instant,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...logOptions(config.logLevel, tracing),
    trustProxy: config.trustedProxies > 0 && trustProxies(config.trustedProxies),
    bodyLimit: maxJsonBytes,
    routerOptions: { maxParamLength: 300 },
    // Slow clients must not hold sockets: by default, Node lets a header trickle in for 90 s (security D-8).
    // Bodies have their own limit (slow-bodies.ts), since a file takes longer than a call; the idle timeout
    // ends a stalled client, and also runs while an answer is being made.
    requestTimeout: 0,
    connectionTimeout: longestAnswerMs + 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // A proxy may already have chosen this server for a request: it is answered, and its connection ends.
    return503OnClosing: false,
    // A malformed URL is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      return answerFailure(error, request, reply)
    },
  })
  tracing?.followRequests(app)
  // The contract's schemas validate (router.ts); the JSON schemas on routes only document and serialize.
  app.setValidatorCompiler(() => value => ({ value }))
  app.setSerializerCompiler<object>(
    ({ schema }) =>
      answer =>
        serializerOf(schema)(answer),
  )
  app.removeContentTypeParser('text/plain')
  // One for all requests: Fastify's own plugin for it writes the policy anew for each.
  const secure = helmet(securityHeaders(config))
  // Hooks that run for every request take a callback: a promise would cost each of them more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('permissions-policy', permissionsPolicy)
    // Pages tell by it how far off their device's clock is. Node writes the machine's, and formats it only once a second.
    if (now) reply.header('date', new Date(now().epochMilliseconds).toUTCString())
    secure(request.raw, reply.raw, error => done(error as Error | undefined))
  })
  app.addHook('onRequest', cutSlowBodies)
  app.addHook('onResponse', logAnswer)
  if (config.chatOrigin) app.addHook('onRequest', allowPages(config.publicUrl))
  app.addHook('onRequest', refuseCrossSite(config))
  app.decorate('inTurn', createTurns(Math.ceil(config.requestsPerMinute * concurrentShare)))
  app.decorateRequest('caller', '')
  app.addHook('onRequest', (request, _reply, done) => {
    // A caller who hung up has no address anymore, so their calls could be counted for nobody.
    if (!request.ip) return done(problem('malformed', 'The connection was closed.'))
    const count = (caller: string) => {
      request.caller = caller
      done()
    }
    const caller = callerOf(request)
    if (typeof caller === 'string') count(caller)
    else caller.then(count, done)
  })
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ caller }) => caller,
    errorResponseBuilder: (_request, context) => tooMany(Math.ceil(context.ttl / 1000)),
  })
  await app.register(multipart, {
    limits: { files: 1, fields: 0, fileSize: fileLimits.documentBytes, headerPairs: 50 },
  })
  app.setErrorHandler(answerFailure)
  return app
}

const serializers = new WeakMap<object, (answer: unknown) => string>()

/** Compiled at the first answer: compiling all of them would take longer than the rest of the startup. */
function serializerOf(schema: object): (answer: unknown) => string {
  const known = serializers.get(schema)
  if (known) return known
  const made = fastJson(schema)
  serializers.set(schema, made)
  return made
}

function answerFailure(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
  const failure = asProblem(error)
  if (failure.status >= 500 && !hasLeft(error, reply)) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds)
  return reply
    .code(failure.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemBody(failure, request.id)))
}

/** Whether the only failure is that the caller hung up before the first byte of a streamed answer. */
function hasLeft(error: FastifyError | Problem, reply: FastifyReply): boolean {
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem('unsupported_type', 'Send the body as application/json.')
  }
  if (status === 413) return problem('too_large', 'That’s too large.')
  if (status && status >= 400 && status < 500) return problem('malformed', 'We couldn’t read that request.')
  const refusal = 'constraint' in error && personIsGone.get(error.constraint)
  if (refusal) return problem('conflict', refusal)
  if (passesByItself(error)) {
    return problem('unavailable', 'Ignite is busy right now. Try again in a moment.', {
      retryAfterSeconds: 2,
    })
  }
  return problem('internal', 'Something went wrong on our side.')
}

/** What the database refuses for somebody whose account was closed or suspended meanwhile. */
const personIsGone = new Map<unknown, string>([
  ['account_is_open', 'This account has been deleted.'],
  ['closed_accounts_name_nobody', 'This account has been deleted.'],
  ['account_is_not_suspended', 'Your account has been suspended.'],
  ['person_is_not_suspended', 'This can’t be booked anymore.'],
])

const momentary = new Set<string | undefined>([
  '53100',
  '53300',
  '55P03',
  '57014',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOSPC',
])

// No database, no free connection (53300), a full disk of its (53100) or of ours (ENOSPC), and timed-out statements (57014, 55P03):
// nothing is wrong with the request, only with the moment.
function passesByItself(error: Error & { code?: string }): boolean {
  return isAway(error) || momentary.has(error.code)
}

/** Where the browser uploads and downloads files, besides this server: the bucket's two forms of address. */
function storeOrigins(storage: Config['storage']): string[] {
  if (storage.kind === 'folder') return []
  const { protocol, host } = new URL(storage.endpoint ?? `https://s3.${storage.region}.amazonaws.com`)
  return [`${protocol}//${host}`, `${protocol}//${storage.bucket}.${host}`]
}

/** A chat on its own host: its calls, and its sockets. */
function chatOrigins({ chatOrigin }: Config): string[] {
  return chatOrigin ? [chatOrigin, chatOrigin.replace(/^http/, 'ws')] : []
}

/**
 * What the payment provider's embedded form loads (docs.stripe.com/security/guide, "Connect embedded
 * components"); its stand-in is on our own origin. Our policy already allows the style listed there.
 */
function payoutFormOrigins({ stripe, publicUrl }: Config): { code: string[]; images: string[] } {
  if (!stripe.connectScriptUrl) {
    return {
      code: ['https://connect-js.stripe.com', 'https://js.stripe.com'],
      images: ['https://*.stripe.com'],
    }
  }
  const { origin } = new URL(stripe.connectScriptUrl)
  return { code: origin === new URL(publicUrl).origin ? [] : [origin], images: [] }
}

/** Where the browser connects to the media servers of large calls. */
function mediaServers({ janus }: Config): string[] {
  return [...new Set(janus?.urls.map(url => new URL(url).origin))]
}

/** The device features a page may use; frames in it may use none. */
const permissionsPolicy =
  'camera=(self), microphone=(self), display-capture=(self), fullscreen=(self), geolocation=(), usb=(), serial=(), hid=()'

function securityHeaders(config: Config) {
  const files = storeOrigins(config.storage)
  const payoutForm = payoutFormOrigins(config)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // pdf.js decodes some images with WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...firstScriptSources(config.webDir), ...payoutForm.code],
        frameSrc: ["'self'", ...payoutForm.code],
        // The toast library writes its style element itself.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...files, ...payoutForm.images],
        connectSrc: ["'self'", ...files, ...chatOrigins(config), ...mediaServers(config)],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https://') && {
      maxAge: 31_536_000,
      includeSubDomains: true,
    },
    crossOriginEmbedderPolicy: false,
    // Adding a bank account requires identification in a pop-up window that talks to the provider's form.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}
