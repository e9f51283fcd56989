import { badParameter } from './errors.ts'

export type Nested = { [key: string]: Value }
type Value = string | Value[] | Nested

/** Parses a[b][0]=c like the provider: nested, with lists if all keys are numbers. */
export function parseForm(text: string): Nested {
  const root: Nested = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let place = root
    for (const key of path.slice(0, -1)) {
      const next = place[key] ?? (Object.create(null) as Nested)
      if (typeof next !== 'object' || Array.isArray(next))
        throw badParameter('Invalid object', undefined, name)
      place[key] = next
      place = next
    }
    const last = path.at(-1)!
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return withLists(root) as Nested
}

/** The name of a nested parameter on the wire: line_items[0][quantity]. */
export function parameterName(path: PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String)
  return first + rest.map(key => `[${key}]`).join('')
}

function withLists(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  for (const key of keys) value[key] = withLists(value[key]!)
  const isList = keys.length > 0 && keys.every(key => /^\d+$/.test(key))
  return isList ? keys.sort((a, b) => Number(a) - Number(b)).map(key => value[key]!) : value
}
