import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import { defaultRequestsPerMinute } from '#server/config/settings.ts'
import type { Call, CallOutput, Parsed } from '#shared/api/contract.ts'
import { ownerHeader } from '#shared/api/page-owner.ts'
import type { FieldFault } from '#shared/api/problem.ts'
import { isObject } from '#shared/api/reshape.ts'
import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import type { Redis } from '../redis/redis.ts'
import { countCall, countCallOfDay } from './call-limits.ts'
import { checkInput } from './faults.ts'
import { jsonSchema } from './json-schema.ts'
import { createOwnWrites } from './own-writes.ts'
import { Problem, problem } from './problem.ts'
import { createSigner } from './signer.ts'

/** A login, and whose it is. */
export type LoginRef = { userId: string; loginId: string }

/** The signed-in person of a request: the only identity that a handler may act on. */
export type Login = LoginRef & {
  email: string
  /** Whether the provider vouches for it. An unconfirmed address is shown to nobody else and gets no email. */
  emailConfirmed: boolean
  name: string
  image: string | null
  username: string
  /** Whether the person is an operator. */
  operator: boolean
  /** Whether the person finished or skipped the welcome. */
  welcomed: boolean
  theme: 'light' | 'dark' | 'system'
}

/** Identifies the caller of a request; null if nobody is signed in. */
export type ReadLogin<L = Login> = (request: FastifyRequest) => Promise<L | null>

type Context<C extends Call, L> = {
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
  login: C['access'] extends 'visitor' ? L | null : L
  /** Where a call that may lag reads: the replica, or else the database. */
  db: C['mayLag'] extends true ? Database : never
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * If an answer isn't the contract's JSON (such as a file stream), the handler sends it and returns the reply.
 */
type Answer<C extends Call> = CallOutput<C> | (C['produces'] extends string ? FastifyReply : never)

// `R` keeps the literals of an answer ('success') from widening to strings.
export type Implement<L = Login> = <const C extends Call, const R extends Answer<C>>(
  call: C,
  handler: (context: Context<C, L>) => Promise<R> | R,
) => void

/**
 * Binds the contract to the server: `implement(call, handler)` registers the call's route with its login
 * check, input validation, and an answer that contains only the fields the contract lists. `readLogin` is the
 * only way to identify a caller on this router: credentials for another one (a cookie, a token) mean nothing
 * here.
 */
export function createRouter<L extends { userId: string } = Login>(
  app: FastifyInstance,
  {
    config,
    db,
    replica,
    redis,
  }: {
    config: Pick<Config, 'requestsPerMinute' | 'publicUrl' | 'secret'>
    db: Database
    replica: Replica | undefined
    redis: Redis | undefined
  },
  readLogin: ReadLogin<L>,
): Implement<L> {
  const scale = config.requestsPerMinute / defaultRequestsPerMinute
  // Counts for the person that this router's own login check finds: a chat on another host accepts tokens that `createCallerOf`
  // doesn't read.
  const callerOf = async (request: FastifyRequest) => (await readLogin(request))?.userId ?? request.caller
  const bounds = ({ method, perMinute, consumes }: Call): RouteOptions['config'] => {
    const takesFile = consumes !== undefined
    if (!perMinute) return { takesFile }
    // Reads are counted in this process's memory, where that costs nothing.
    if (method === 'GET') {
      const max = Math.ceil(perMinute * scale)
      return { rateLimit: { max, timeWindow: '1 minute', keyGenerator: callerOf } }
    }
    // The overall limit still comes first, unless this one is higher.
    return { takesFile, ...(perMinute > defaultRequestsPerMinute && { rateLimit: false }) }
  }
  const signer = createSigner(config.secret, 'callers of a day v1')
  const countChange = async ({ method, path, perMinute, perDay }: Call, request: FastifyRequest) => {
    if (method === 'GET' || !perMinute) return
    const caller = await callerOf(request)
    await countCall({ db, redis }, `${method} ${path}`, caller, Math.ceil(perMinute * scale))
    if (perDay) await countCallOfDay(db, `${method} ${path}`, signer.sign(caller), Math.ceil(perDay * scale))
  }
  const ownWrites = createOwnWrites(config)
  return (call, handler) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      // Most answers are personal, and a browser would keep them on a shared computer. A handler whose answer
      // others may see sets this header itself.
      reply.header('cache-control', 'no-store')
      await countChange(call, request)
      const login = await readLogin(request)
      if (call.access !== 'visitor' && !login) throw problem('unauthenticated', 'Sign in first.')
      if (call.method !== 'GET') refuseOtherOwner(request, login)
      if (call.access === 'operator' && !(login && 'operator' in login && login.operator)) {
        throw problem('forbidden', 'Only operators can do this.')
      }
      const faults: FieldFault[] = []
      const context = {
        params: parse(call.params, request.params, 'params', faults),
        query: parse(call.query, request.query, 'query', faults),
        body: parse(call.body, reshaped(call, request.body), 'body', faults),
        login,
        request,
        reply,
      }
      if (faults.length > 0) throw problem('invalid', faults[0]!.message, { faults })
      const answerFrom = (where: Database) =>
        handler({ ...context, db: where } as unknown as Parameters<typeof handler>[0])
      if (!call.mayLag || !replica?.isFresh() || ownWrites.wroteJustNow(request.headers.cookie)) {
        return answerFrom(db)
      }
      try {
        return await answerFrom(replica.db)
      } catch (error) {
        // It may be down, or not have yet what a link from somebody else leads to.
        if (!(error instanceof Problem)) request.log.warn({ err: error }, 'the replica failed a read')
        return answerFrom(db)
      }
    }
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: documentation(call),
      config: bounds(call),
      ...(replica && ownWrites.mark(call)),
      handler: (request, reply) => app.inTurn(request.caller, () => answer(request, reply)),
    })
  }
}

/**
 * Refuses a change from a page that was loaded for someone else. All tabs of a browser share one cookie, and a different person may
 * have signed in in another tab.
 */
function refuseOtherOwner({ headers }: FastifyRequest, login: { userId: string } | null): void {
  const owner = headers[ownerHeader]
  if (owner === undefined || !login || owner === login.userId) return
  throw problem('identity_mismatch', 'You’re signed in to a different account now. Reload the page.')
}

function parse(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  part: string,
  faults: FieldFault[],
): unknown {
  if (!schema) return undefined
  const checked = checkInput(schema, value ?? {}, part)
  if ('data' in checked) return checked.data
  faults.push(...checked.faults)
  return undefined
}

function reshaped({ reshape }: Call, body: unknown): unknown {
  return reshape && isObject(body) ? reshape(body) : body
}

function documentation(call: Call) {
  return {
    summary: call.summary,
    ...(call.perMinute && {
      description: `At most ${call.perMinute} a minute${call.perDay ? ` and ${call.perDay} a day` : ''} for one person or, signed out, one address.`,
    }),
    tags: [call.path.split('/')[2] ?? 'api'],
    security: call.access === 'visitor' ? [] : [{ [call.access === 'chat' ? 'chat' : 'login']: [] }],
    ...(call.params && { params: jsonSchema(call.params, 'input') }),
    ...(call.query && { querystring: jsonSchema(call.query, 'input') }),
    ...(call.body && { body: jsonSchema(call.body, 'input') }),
    ...(call.consumes && { consumes: [call.consumes] }),
    ...(call.output && { response: { 200: jsonSchema(call.output, 'output') } }),
    'x-errors': call.errors,
  }
}
