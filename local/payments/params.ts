import * as z from 'zod/mini'
import { type ApiError, badParameter } from './errors.ts'
import { type Nested, parameterName } from './form.ts'

/** Forms carry only text; these parse it. */
export const text = z.string().check(z.minLength(1), z.maxLength(5000))
export const integer = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}$/)),
  z.transform((digits: string) => Number(digits)),
)
export const boolean = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word: 'true' | 'false') => word === 'true'),
)
export const currency = z.pipe(
  text,
  z.transform((code: string) => code.toLowerCase()),
)
export const metadata = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
export const expand = z.optional(z.array(text))

const moment = z.union([
  integer,
  z.strictObject({
    gt: z.optional(integer),
    gte: z.optional(integer),
    lt: z.optional(integer),
    lte: z.optional(integer),
  }),
])
export type Moments = z.infer<typeof moment>

/** Parameters of every list call. */
export const listing = {
  limit: z.optional(integer),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
  created: z.optional(moment),
  expand,
}

export const retrieval = z.strictObject({ expand })

/**
 * The parameters of a call, or the provider's error for wrong ones. Refuses unknown parameters by name: one
 * that silently did nothing here would do something in production.
 */
export function read<S extends z.ZodMiniType>(schema: S, params: Nested): z.output<S> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  throw asApiError(result.error.issues[0]!, params)
}

function asApiError(issue: z.core.$ZodIssue, params: Nested): ApiError {
  if (issue.code === 'unrecognized_keys') {
    const name = parameterName([...issue.path, issue.keys[0]!])
    return badParameter(`Received unknown parameter: ${name}`, 'parameter_unknown', name)
  }
  if (issue.code === 'invalid_union' && issue.errors[0]?.[0]) {
    return asApiError({ ...issue.errors[0][0], path: [...issue.path, ...issue.errors[0][0].path] }, params)
  }
  const name = parameterName(issue.path)
  const given = issue.path.reduce<unknown>(
    (place, key) => (place as Nested | undefined)?.[String(key)],
    params,
  )
  if (given === undefined) return badParameter(`Missing required param: ${name}.`, 'parameter_missing', name)
  if (given === '') {
    const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`
    return badParameter(message, 'parameter_invalid_empty', name)
  }
  if (issue.code === 'invalid_format') {
    return badParameter(`Invalid integer: ${String(given)}`, 'parameter_invalid_integer', name)
  }
  return badParameter(`Invalid ${name}: ${issue.message}`, undefined, name)
}

/** Sent values replace stored ones; an empty one removes its key. */
export function mergeMetadata(kept: Record<string, string>, sent: Record<string, string> | undefined) {
  return Object.fromEntries(Object.entries({ ...kept, ...sent }).filter(([, value]) => value !== ''))
}

/**
 * Whether a moment, in Unix seconds, is the wanted one or in the wanted range; all are if nothing is wanted.
 */
export function within(created: number, wanted: Moments | undefined): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return created === wanted
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted
  return created > gt && created >= gte && created < lt && created <= lte
}
