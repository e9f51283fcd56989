import * as z from 'zod/mini'
import type { FieldFault } from '#shared/api/problem.ts'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

/**
 * Checks what a client sent. A fault is a sentence for a person: the schema's own where it has one, otherwise
 * one that names the field.
 */
export function checkInput<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  part: string,
): { data: z.output<S> } | { faults: FieldFault[] } {
  const parsed = z.safeParse(schema, value, { error: sentence })
  if (parsed.success) return { data: parsed.data }
  return {
    faults: parsed.error.issues.map(issue => ({
      path: [part, ...issue.path].join('.'),
      message: issue.message,
    })),
  }
}

function sentence(issue: Issue): string {
  const field = fieldName(issue.path ?? [])
  return field === null ? 'The fields are missing.' : `${field} ${demand(issue)}.`
}

/** `body.post_name` is "Post name", and an entry of a list has the list's name. */
function fieldName(path: readonly PropertyKey[]): string | null {
  const name = path.findLast(part => typeof part === 'string')
  if (name === undefined) return null
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

const formats: Record<string, string> = {
  uuid: 'must be an id',
  datetime: 'must be a moment such as 2026-09-01T15:00:00Z',
  date: 'must be a day such as 2026-09-01',
}

function demand(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected as string] ?? 'is not valid'
    case 'invalid_format':
      return formats[issue.format as string] ?? 'is not in the right form'
    case 'invalid_value':
      return `must be one of: ${(issue.values as unknown[]).join(', ')}`
    case 'too_big':
      return `can ${sized(issue.origin as string)} at most ${issue.maximum}${unit(issue.origin as string)}`
    case 'too_small':
      return `must ${sized(issue.origin as string)} at least ${issue.minimum}${unit(issue.origin as string)}`
    default:
      return 'is not valid'
  }
}

const sized = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be')

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
