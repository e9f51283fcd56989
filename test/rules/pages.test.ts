import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCalls } from '#server/product/first-calls.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import { eventually } from '../harness/eventually.ts'
import { pageOf } from '../harness/page-of.ts'
import { askers } from './answers.ts'
import { startWorld } from './start-world.ts'
import type { World } from './world.ts'

let webDir: string
let world: World & { close: () => Promise<void> }
/** Addresses of pages about somebody's things, there or hidden, and about the asker's own. */
const paths: string[] = []

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'ignite-pages-'))
  writeFileSync(join(webDir, 'index.html'), '<html><head></head><body><div id="root"></div></body></html>')
  world = await startWorld({ WEB_DIR: webDir })
  const { stack, owner, blocked } = world
  const section = await addSection(stack.db)
  const [shown, hidden, theirs] = [
    await addPost(owner, section),
    await addPost(owner, section),
    await addPost(blocked, section),
  ]
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', hidden.id)
    .execute()
  const session = await makeSession(stack, owner)
  for (const { id } of [shown, hidden, theirs]) paths.push(`/ignite/${id}`, `/read/${id}`)
  for (const name of ['olive.owner', 'bo.blocked', 'sue.suspended', 'nobody.here'])
    paths.push(`/profile/${name}`)
  paths.push(
    `/sessions/${session.id}`,
    `/courses/${section.courseId}`,
    '/courses/999999999',
    '/courses/none',
    '/explore',
    '/explore?type=following',
    '/profile',
    '/search?text=notes',
  )
  paths.push('/search?type=people&text=o', '/profile/wallet', '/', '/login', '/terms')
})
afterAll(async () => {
  await world?.close()
  rmSync(webDir, { recursive: true, force: true })
})

test.each(askers)('a page carries what its reader’s calls answer, and nothing else: the %s', async asker => {
  const person = world[asker]
  const ask = async (url: string) => {
    const response = await person.fetch(url)
    return response.ok ? await response.json() : null
  }
  let carried = 0
  for (const path of paths) {
    let answers: Record<string, unknown> = {}
    let own: Record<string, unknown> = {}
    // On a busy machine, an answer can miss its page.
    await eventually(`${path} carries all answers`, async () => {
      const { answers: inPage } = await pageOf(person, path)
      // A page whose reader's login has ended is the plain one.
      if (!inPage) return true
      answers = inPage
      const isSignedIn = [...person.cookies.keys()].some(name => name.endsWith('session_token'))
      const calls = new Set([...firstCalls(path, isSignedIn), ...Object.keys(answers)])
      const asked = [...calls].map(async url => [url, await ask(url)])
      const answered = Object.fromEntries(await Promise.all(asked))
      own = Object.fromEntries(Object.entries(answered).filter(([, body]) => body !== null))
      return Object.keys(own).every(url => url in answers)
    })
    expect({ path, answers }).toEqual({ path, answers: own })
    carried += Object.keys(answers).length
  }
  expect(carried).toBeGreaterThan(asker === 'suspended' ? -1 : paths.length)
})
