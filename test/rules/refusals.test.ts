import { expect, test } from 'vitest'
import { checkInput } from '#server/platform/http/faults.ts'
import { fieldsOf, readContract, valuesOf } from './contract.ts'

/** Words of the schemas' library, which mean nothing to a person. */
const raw = /invalid|expected|received|undefined|regex|pattern/i

test('whatever is sent in a field of a call, its refusal is a sentence that names the field', async () => {
  const said = new Map<string, string>()
  for (const [name, call] of await readContract()) {
    for (const part of ['query', 'body'] as const) {
      const schema = call[part]
      if (!schema) continue
      for (const value of [undefined, null, true, 12.5, -1, 'x', '', 'x'.repeat(5000), [], ['x'], {}]) {
        const fields = Object.fromEntries(fieldsOf(call, part).map(field => [field, value]))
        const checked = checkInput(schema, fields, part)
        for (const { message } of 'faults' in checked ? checked.faults : []) said.set(message, name)
      }
    }
  }
  expect([...said].filter(([message]) => raw.test(message) || !/^[A-Z]/.test(message))).toEqual([])
  expect([...said.keys()]).toEqual(
    expect.arrayContaining([
      'Booking id is required.',
      'Session id must be an id.',
      'Page number must be a number.',
      'Section ids must be a list.',
      'Schedule must be an object.',
      'Repeat must be true or false.',
      'Email can have at most 254 characters.',
      'Theme must be one of: light, dark, system.',
      'Starts on must be a day such as 2026-09-01.',
    ]),
  )
})

/** What the schemas' library takes as a date, a time or a whole number, and PostgreSQL doesn't. */
const unreadable: Record<string, unknown[]> = {
  date: ['0000-01-01'],
  datetime: ['0000-01-01T00:00:00Z', `2026-01-01T00:00:00.${'0'.repeat(200)}Z`],
  number: [Number.MAX_SAFE_INTEGER],
}
/** These aren't stored, or as a `bigint`. */
const readable = ['logins.answerAge body.born', 'boards.elements query.since', 'boards.elements query.after']

test('no call takes a date, a time or a number that the database can’t read', async () => {
  const taken: string[] = []
  let tried = 0
  for (const [name, call] of await readContract()) {
    for (const part of ['params', 'query', 'body'] as const) {
      for (const { path, type, format } of valuesOf(call, part)) {
        for (const value of unreadable[format ?? type] ?? unreadable[type] ?? []) {
          const checked = checkInput(call[part]!, nested(path, value), part)
          const refused =
            'faults' in checked &&
            checked.faults.some(fault => fault.path.replaceAll(/\.0\b/g, '[]') === `${part}.${path}`)
          if (!refused) taken.push(`${name} ${part}.${path}`)
          tried++
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(40)
  expect(taken.sort()).toEqual(readable.sort())
})

/** A value at a path such as `plan.skipped_days[]`. */
function nested(path: string, value: unknown): unknown {
  return path.split('.').reduceRight((inner, step) => {
    const name = step.replaceAll('[]', '')
    return { [name]: step === name ? inner : [inner] }
  }, value)
}
