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
