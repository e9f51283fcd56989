import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPageDrawer, type PageDrawer } from './page-drawer.ts'

/** A client whose pages do all that a page can do wrong. */
const client = `
  let find
  export const findAnswersBy = by => { find = by }
  export async function drawPage(url) {
    if (url === '/throws') throw new Error('a page that fails')
    if (url === '/elsewhere') return null
    if (url === '/loops') for (;;) {}
    if (url === '/waits') await new Promise(() => {})
    const who = await find('/api/login')
    await new Promise(resolve => setTimeout(resolve))
    return { html: who.name + (await find('/api/login')).name, title: null }
  }
`
const publicUrl = 'https://ignite.example'
const warned = vi.fn()
const log = { warn: warned, error: warned } as unknown as FastifyBaseLogger
const loginOf = (name: string) => ({ '/api/login': JSON.stringify({ name }) })

/** A busy machine may take longer to draw than a page is worth waiting for. */
const withoutTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

let webDir: string
let drawer: PageDrawer

const drawnAgain = () =>
  vi.waitFor(async () => expect((await drawer.draw('/', loginOf('Ada')))?.html).toBe('AdaAda'), 60_000)

beforeAll(() => {
  webDir = mkdtempSync(join(tmpdir(), 'ignite-drawer-'))
  mkdirSync(join(webDir, '.drawer'))
  writeFileSync(join(webDir, '.drawer/draw-page.js'), client)
  writeFileSync(join(webDir, '.drawer/package.json'), '{"type":"module"}')
  drawer = openPageDrawer(webDir, publicUrl, log)!
})
afterEach(() => {
  vi.useRealTimers()
  warned.mockClear()
})
afterAll(async () => {
  await drawer?.close()
  rmSync(webDir, { recursive: true, force: true })
})

test('each page is drawn from its own answers, however many are asked for at once', async () => {
  withoutTimeouts()
  const names = Array.from({ length: 20 }, (_, index) => `person ${index}.`)
  const pages = await Promise.all(names.map(name => drawer.draw('/', loginOf(name))))
  expect(pages.map(page => page?.html)).toEqual(names.map(name => name + name))
})

test('with twenty pages in the queue, further ones aren’t drawn', async () => {
  withoutTimeouts()
  const pages = await Promise.all(Array.from({ length: 25 }, () => drawer.draw('/', loginOf('Ada'))))
  expect(pages.filter(page => page === null)).toHaveLength(5)
})

test('a page that fails, redirects or never ends isn’t drawn, and the next one is', async () => {
  await drawnAgain()
  expect(await drawer.draw('/throws', {})).toBeNull()
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce(), 60_000)
  expect(await drawer.draw('/elsewhere', {})).toBeNull()
  expect(await drawer.draw('/waits', {})).toBeNull()
  await drawnAgain()
})

test('an endless drawing delays nobody, and pages are drawn again after it', async () => {
  withoutTimeouts()
  const endless = drawer.draw('/loops', {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await endless).toBeNull()
  const behind = drawer.draw('/', loginOf('Ada'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await behind).toBeNull()
  vi.useRealTimers()
  await drawnAgain()
})

test('without a drawer in the build, nothing is drawn', () => {
  expect(openPageDrawer(join(webDir, 'nowhere'), publicUrl, log)).toBeNull()
  expect(openPageDrawer(null, publicUrl, log)).toBeNull()
})
