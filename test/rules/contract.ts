import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Call } from '#shared/api/contract.ts'

/** Every call of the contract by its name: `posts.create` for `posts.create` of shared/api/posts.ts. */
export async function readContract(): Promise<Map<string, Call>> {
  const found = new Map<string, Call>()
  for (const file of globSync(resolve(import.meta.dirname, '../../shared/api/*.ts'))) {
    const noun = basename(file, '.ts')
    const exported: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(exported)) {
      if (isCall(value)) found.set(`${noun}.${name}`, value)
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value))
          if (isCall(inner)) found.set(`${noun}.${key}`, inner)
      }
    }
  }
  return found
}

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** The fields that a part of a call declares. */
export function fieldsOf(call: Call, part: 'query' | 'body'): string[] {
  const schema = call[part] as { _zod: { def: { shape?: Record<string, unknown> } } } | undefined
  return Object.keys(schema?._zod.def.shape ?? {})
}

type Schema = { _zod: { def: Definition } }
type Definition = {
  type: string
  format?: string
  innerType?: Schema
  in?: Schema
  element?: Schema
  options?: Schema[]
  shape?: Record<string, Schema>
}

/** What a part of a call takes: single values with their paths, such as `section.title` or `names[]`. */
type Value = Pick<Definition, 'type' | 'format'> & { path: string }

export function valuesOf(call: Call, part: 'params' | 'query' | 'body'): Value[] {
  return valuesIn(call[part] as Schema | undefined, '')
}

function valuesIn(schema: Schema | undefined, path: string): Value[] {
  if (!schema) return []
  const { type, format, innerType, in: input, element, options, shape } = schema._zod.def
  const inner = [
    ...valuesIn(innerType ?? input, path),
    ...valuesIn(element, `${path}[]`),
    ...(options ?? []).flatMap(option => valuesIn(option, path)),
    ...Object.entries(shape ?? {}).flatMap(([name, field]) =>
      valuesIn(field, path ? `${path}.${name}` : name),
    ),
  ]
  return inner.length > 0 ? inner : [{ type, format, path }]
}
