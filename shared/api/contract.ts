import type * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/**
 * Who may make a call at all: `login` requires the product's cookie, `chat` the chat's token, and neither
 * replaces the other. The query that loads a row decides what a person may do with it.
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
  /** Turns the other shapes in which clients send the body into that of `body`, before it is checked. */
  reshape?: (body: Record<string, unknown>) => Record<string, unknown>
  /** Every field of a successful JSON answer; the server doesn't send fields that aren't listed. */
  output?: Schema
  /** The media type of a successful answer if it isn't JSON. */
  produces?: string
  /** The media type of the body if it isn't JSON; the handler gets such a body unread. */
  consumes?: string
  /**
   * The failures a caller must expect, beyond those that every call can have (malformed, rate_limited,
   * unavailable …).
   */
  errors: readonly ProblemCode[]
  /** What a person reads if the call fails and the server doesn't say why. */
  failure?: string
  /**
   * The server checks a file before it answers, which may take two minutes (`longestAnswerMs`); with a list, only if the body names one
   * in one of these fields.
   */
  checksFile?: true | readonly string[]
  /**
   * How often one caller may make the call per minute at the default REQUESTS_PER_MINUTE; it scales with that
   * setting.
   */
  perMinute?: number
  /** How often per day, besides `perMinute`: of what reaches people whom the caller doesn’t know, or stays stored. */
  perDay?: number
  /** It only reads, and its answer may lack what others did in the last second: a replica of the database may give it. */
  mayLag?: true
}

/** Declares one endpoint; its type carries the schemas to the handler and to the client. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** The address of a call with its parameters filled in: a path and a query. */
export function callUrl(
  { path }: Pick<Call, 'path'>,
  input: { params?: unknown; query?: unknown } = {},
): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size ? `${filled}?${query}` : filled
}

export type Parsed<S> = S extends Schema ? z.output<S> : undefined
export type Given<S> = S extends Schema ? z.input<S> : undefined

/** What a caller passes: only the parts that the call declares. */
export type CallInput<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: Given<C[K]>
}

export type CallOutput<C extends Call> = C['output'] extends Schema ? z.output<C['output']> : undefined
