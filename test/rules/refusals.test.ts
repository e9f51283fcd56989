import { expect, test } from 'vitest'
import { checkInput } from '#server/platform/http/faults.ts'
import { fieldsOf, readContract } from './contract.ts'

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
