import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logins } from '#shared/api/logins.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minutes = 60_000

/** The server's time and the device's, in milliseconds. */
let server = noon
/** The page's modules, as a new page loads them. */
let page: typeof import('./api.ts') & typeof import('./present-moment.ts')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  server = noon
  vi.resetModules()
  page = { ...(await import('./api.ts')), ...(await import('./present-moment.ts')) }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function pass(ms: number) {
  server += ms
  vi.setSystemTime(Date.now() + ms)
}

/** Makes a call whose answer takes some time to come, there and back. */
async function ask({ there = 50, back = 50, dated = true } = {}) {
  vi.stubGlobal('fetch', async () => {
    pass(there)
    const headers: Record<string, string> = dated ? { date: new Date(server).toUTCString() } : {}
    pass(back)
    return Response.json({ status: 'success' }, { headers })
  })
  await page.call(logins.read)
}

const offBy = () => Math.abs(page.presentMs() - server)

test.each([
  ['slow', -3 * 60 * minutes],
  ['fast', 25 * minutes],
])('a page goes by the server’s clock on a device whose own is %s', async (_, off) => {
  vi.setSystemTime(noon + off)
  await ask()
  expect(offBy()).toBeLessThan(1_000)
  pass(40 * minutes)
  expect(offBy()).toBeLessThan(1_000)
})

test('a clock that is set right while the page is open is believed from the next answer on', async () => {
  vi.setSystemTime(noon - 60 * minutes)
  await ask()
  vi.setSystemTime(server)
  await ask()
  expect(offBy()).toBeLessThan(1_000)
})

test.each([
  ['is slow to come', { back: 30_000 }],
  ['the server takes its time for', { there: 30_000 }],
  ['the device slept through', { back: 8 * 60 * minutes }],
  ['has no date', { dated: false }],
])('an answer that %s moves no right clock', async (_, answer) => {
  await ask(answer)
  expect(offBy()).toBe(0)
})
