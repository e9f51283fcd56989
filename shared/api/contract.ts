import type * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/**
 * Who may make a call at all: `login` asks for the product's cookie, `chat` for the chat's token, and neither stands for the
 * other. What a person may do with a row is decided by the query that loads it.
 */
export type Access = 'visitor' | 'login' | 'operator' | 'chat'

type Schema = z.core.$ZodType

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI style: `/api/post/{id}` */
  path: string
  summary: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** Every field of a successful JSON answer; what isn't listed is not sent. */
  output?: Schema
  /** The media type of a successful answer that isn't JSON. */
  produces?: string
  /** The media type of the body where it isn't JSON; such a body reaches the handler unread. */
  consumes?: string
  /** The failures a caller must expect beyond those every call can have (malformed, rate_limited, unavailable …). */
  errors: readonly ProblemCode[]
  /** How often one caller may make the call in a minute, where REQUESTS_PER_MINUTE is the default; it moves with it. */
  perMinute?: number
}

/** Declares one endpoint; its type carries the schemas to the handler and to the client's call. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

export type Parsed<S> = S extends Schema ? z.output<S> : undefined
export type Given<S> = S extends Schema ? z.input<S> : undefined

/** What a caller passes: only the parts the call declares. */
export type CallInput<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: Given<C[K]>
}

export type CallOutput<C extends Call> = C['output'] extends Schema ? z.output<C['output']> : undefined
