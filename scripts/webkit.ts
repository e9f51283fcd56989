/**
 * `npm run webkit`: walks through an Ignite with the demo world in WebKit, the engine of Safari and of every browser on an iPhone,
 * in the width of a phone and of a desk. The browser tests run in Chromium alone. Prints each step, puts a picture of it into shots/,
 * and exits with 1 if one fails.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openProduct } from '../local/npm-start.ts'
import { freePort } from '../local/ports.ts'
import { people } from '../local/seed/people.ts'
import { installPackages, isOnPath, mayInstall } from '../test/harness/programs.ts'
import { openDriven } from './webdriver.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'shots')
const widths = [500, 1440]

/** Pages, with words that each shows only when it has everything. */
const pages: [path: string, words: string][] = [
  ['/explore', 'Book Session with'],
  ['/search?text=derivitive', 'derivative'],
  ['/profile', 'Highlights'],
  ['/profile/grace.kim', 'Grace Kim'],
  ['/profile/settings', 'Save'],
  ['/profile/wallet', 'Wallet'],
  ['/notifications', 'Grace Kim'],
  ['/meeting', 'Join Now'],
  ['/messages', 'Grace Kim'],
  ['/schedule', 'Monday'],
  ['/sessions/create', 'Title'],
  ['/tutors', 'an hour'],
  ['/whiteboard', 'Exam week'],
]

// What the server drew is inert, and the app has yet to take over from it.
const shown = (selector: string, words: string) =>
  `[...document.querySelectorAll('${selector}')].find(one =>
    one.checkVisibility() && !one.closest('[inert]') && one.innerText.includes(${JSON.stringify(words)}))`
const press = (selector: string, words: string) =>
  `const found = ${shown(selector, words)}; found?.click(); return found !== undefined`

const isThere = isOnPath('WebKitWebDriver') && isOnPath('Xvfb')
if (!isThere && (await mayInstall())) await installPackages(['webkit2gtk-driver', 'xvfb'])
const ignite = await openProduct(join(root, '.tmp/webkit-data'))
process.stdout.write('Starting Ignite …\n')
await ignite.start()
const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [display] = await once(screen.stdout, 'data')
const port = await freePort()
const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
  env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
  stdio: 'inherit',
})
try {
  await mkdir(folder, { recursive: true })
  for (const width of widths) await walk(width)
} finally {
  await ignite.stop()
  driver.kill()
  screen.kill()
}

async function walk(width: number): Promise<void> {
  const address = ignite.url
  const webkit = await openDriven(`http://127.0.0.1:${port}`, width, 900)
  const step = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work()
      process.stdout.write(`✓ ${name}, ${width} px\n`)
    } catch (error) {
      process.exitCode = 1
      process.stdout.write(`✗ ${name}, ${width} px: ${error}\n`)
    }
    const file = `webkit-${name.replaceAll(/\W+/g, '-')}-${width}.png`
    await writeFile(join(folder, file), await webkit.screenshot())
  }
  await step('sign in', async () => {
    await webkit.open(`${address}/login`)
    await webkit.until(press('button', 'Continue with Google'))
    await webkit.until(press('button', people[0]!.name))
    await webkit.until(`return location.pathname === '/explore'`)
  })
  for (const [path, words] of pages)
    await step(path, async () => {
      await webkit.open(address + path)
      await webkit.until(`return ${shown('main', words)} !== undefined`)
    })
  await step('send a message', async () => {
    await webkit.open(`${address}/messages`)
    await webkit.until(press('main a', 'Grace Kim'))
    const text = `Hello from ${width} px`
    await webkit.type(await webkit.until(`return document.querySelector('main textarea')`), `${text}\uE007`)
    await webkit.until(`return ${shown('main li', text)} !== undefined`)
  })
  await step('read a document', async () => {
    await webkit.open(`${address}/explore`)
    // A picture isn't drawn by pdf.js.
    await webkit.until(
      `const card = ${shown('article', ' pages')}; card?.querySelector('a[href^="/read/"]').click(); return card`,
    )
    await webkit.until(`return document.querySelector('[data-page] canvas') !== null`)
  })
  await step('find a time', async () => {
    await webkit.open(`${address}/explore`)
    await webkit.until(press('a, button', 'Book Session with'))
    await webkit.until(`return ${shown('[role=dialog]', 'Available Slots')} !== undefined`)
  })
  await step('open a board', async () => {
    await webkit.open(`${address}/whiteboard`)
    await webkit.until(press('main a[href^="/whiteboard/"]', ''))
    await webkit.until(`return document.querySelector('canvas') !== null`)
  })
  await webkit.close()
}
