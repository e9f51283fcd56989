import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { payloads, refusedTexts, textFieldsOf } from '../e2e/injection-texts.ts'
import { readContract } from './contract.ts'
import { leavesAsIs } from './lasting.ts'
import { requests } from './permission-requests.ts'
import { allowedRole } from './permissions.ts'
import { type Changed, keepJournal } from './rows.ts'
import { startWorld } from './start-world.ts'
import { type Sent, tap } from './tap.ts'
import type { World } from './world.ts'

const texts = [...Object.values(payloads), ...refusedTexts]
const parts = ['params', 'query', 'body'] as const
/** The calls that take a text, with their text fields. */
const taking = [...(await readContract())].flatMap(([name, call]) => {
  const places = parts.flatMap(part => textFieldsOf(call, part).map(field => ({ part, field })))
  return places.length > 0 && !call.consumes ? [{ name, call, places }] : []
})

let world: World & { close: () => Promise<void> }
let readChanged: () => Promise<Changed>
beforeAll(async () => {
  world = await startWorld()
  readChanged = await keepJournal(world.stack.db)
})
afterAll(() => world?.close())

describe('a text that is markup, code or can’t be stored', () => {
  test.each(taking)('is a text to $name, or refused', async ({ name, call, places }) => {
    const person = world[allowedRole(name)]
    let tried = 0
    await tap(
      person,
      call,
      () => requests[name]!.there(person, { ...world, staysAsIs: leavesAsIs(name, call) }),
      async (request, send) => {
        for (const { part, field } of places) {
          for (const text of texts) {
            const { status, headers } = await send(altered(call, request, part, field, text))
            const type = headers.get('content-type') ?? ''
            const read = type.includes('html') && status < 300
            expect({ name, field, text, failed: status >= 500, read }).toEqual({
              name,
              field,
              text,
              failed: false,
              read: false,
            })
            tried++
          }
        }
        return send(request)
      },
    )
    expect(tried).toBeGreaterThan(0)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    const forbidden = /[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069]/
    const stored = [...(await readChanged()).after].filter(([, row]) =>
      Object.values(row).some(value => typeof value === 'string' && forbidden.test(value)),
    )
    expect(stored).toEqual([])
  })
})

/** An honest request with a text in one of its fields. */
function altered(
  call: Call,
  { path, init }: Sent,
  part: (typeof parts)[number],
  field: string,
  text: string,
): Sent {
  const url = new URL(path, world.stack.url)
  if (part === 'query') url.searchParams.set(field, text)
  if (part === 'params') {
    const there = url.pathname.split('/')
    const steps = call.path.split('/').map((step, index) => {
      return step === `{${field}}` ? encodeURIComponent(text) : there[index]!
    })
    url.pathname = steps.join('/')
  }
  const address = url.pathname + url.search
  if (part !== 'body') return { path: address, init }
  const [name = '', ...inner] = field.split('.')
  const listed = name.endsWith('[]')
  const value = inner.length > 0 ? { [inner.join('.')]: text } : text
  const body = {
    ...JSON.parse(String(init.body ?? '{}')),
    [name.replace('[]', '')]: listed ? [value] : value,
  }
  const headers = { ...(init.headers as Record<string, string>), 'content-type': 'application/json' }
  return { path: address, init: { ...init, body: JSON.stringify(body), headers } }
}
