import type { Page } from '@playwright/test'
import { firstCalls, nextCalls } from '#server/product/first-calls.ts'
import { chat } from '#shared/api/chat.ts'
import { callUrl } from '#shared/api/contract.ts'
import { conversations } from '#shared/api/conversations.ts'
import { files } from '#shared/api/files.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import { answersIn } from '../harness/page-of.ts'
import { expect, test } from './fixtures.ts'

test('a page fetches nothing that it already contains, nothing twice, and few files', async ({
  stack,
  openAs,
}) => {
  const author = await stack.signIn('brief.author')
  const section = await addSection(stack.db)
  const { id } = await addPost(author, section, { name: 'Brief notes' })
  const session = await makeSession(stack, author)
  const { page, person } = await openAs('brief.reader')
  const json = { [callUrl(profiles.own)]: JSON.stringify((await person.call(profiles.own)).body) }
  let asked: string[] = []
  page.on('request', request => asked.push(`${request.method()} ${request.url().slice(stack.url.length)}`))
  for (const [path, mostFiles] of [
    ['/explore', 20],
    ['/explore?type=classes', 20],
    [`/ignite/${id}`, 16],
    ['/profile', 20],
    ['/profile/brief.author', 20],
    ['/search?text=Brief+notes', 25],
    [`/search?text=Brief&course=${section.courseId}&term=Fall+2026&kind=pdf&author=brief.author`, 25],
    [`/courses/${section.courseId}`, 24],
    [`/sessions/${session.id}`, 24],
    ['/whiteboard', 20],
  ] as const) {
    const brought = [...firstCalls(path, true), ...nextCalls(path, { json, pictures: {} })]
    await untilAllBrought(brought, async () => {
      asked = []
      // The last that a page asks for, once everything stands; a slow machine may be quiet for long before.
      const connected = Promise.all(
        [chat.liveTicket, conversations.unread].map(({ path }) =>
          page.waitForResponse(answer => answer.url() === stack.url + path),
        ),
      )
      const response = await page.goto(path)
      await connected
      await page.waitForLoadState('networkidle')
      // A page whose connection takes longer than three seconds asks before it listens, and then again.
      expect(asked.filter(request => request === `GET ${conversations.unread.path}`)).toHaveLength(1)
      return response!.text()
    })
    expect
      .soft(
        brought.filter(url => asked.includes(`GET ${url}`)),
        path,
      )
      .toEqual([])
    const calls = asked.filter(request => / \/(api|chat)\//.test(request))
    expect
      .soft(
        calls.filter((request, at) => calls.indexOf(request) !== at),
        path,
      )
      .toEqual([])
    const scripts = asked.filter(request => /\.js$/.test(request))
    expect.soft(new Set(scripts).size, `${path} fetches ${scripts.length} scripts`).toBe(scripts.length)
    expect.soft(scripts.length, path).toBeLessThanOrEqual(mostFiles)
  }
})

test('a visitor’s page fetches what its HTML names, and nothing that stands around a signed-in person’s', async ({
  page,
  openAs,
}) => {
  const scriptsOf = async (page: Page) => {
    const named = new Set<string>()
    const fetched = new Set<string>()
    page.on('request', request => {
      if (/\.js$/.test(request.url())) fetched.add(new URL(request.url()).pathname)
    })
    const html = (await (await page.goto('/terms'))!.text()).matchAll(/(?:href|src)="([^"]*\.js)"/g)
    for (const [, path] of html) named.add(path!)
    await page.waitForLoadState('networkidle')
    return { named, fetched }
  }
  const visitor = await scriptsOf(page)
  expect([...visitor.fetched].sort()).toEqual([...visitor.named].sort())
  const person = await scriptsOf((await openAs('terms.reader')).page)
  expect(person.fetched.isSupersetOf(person.named)).toBe(true)
  expect(person.named.isSupersetOf(visitor.named)).toBe(true)
  expect(person.named.size).toBeGreaterThan(visitor.named.size)
})

test('the reader fetches neither the first page’s picture nor where one left, which its page brought', async ({
  stack,
  openAs,
}) => {
  const author = await stack.signIn('brief.author')
  const { id, doc_url: key } = await addPost(author, await addSection(stack.db), { name: 'Brief notes' })
  const { page } = await openAs('brief.reader')
  let asked: string[] = []
  page.on('request', request => {
    if (request.method() === 'GET') asked.push(request.url().slice(stack.url.length))
  })
  const picture = callUrl(files.showFirstPage, { params: { key } })
  const answers = [...firstCalls(`/read/${id}`, true), callUrl(reading.position, { query: { fileKey: key } })]
  await untilAllBrought(answers, async () => {
    asked = []
    const response = await page.goto(`/read/${id}`)
    await page.locator('[data-page="1"] canvas').waitFor()
    const html = await response!.text()
    expect(html).toContain('class="first-page"')
    return html
  })
  expect([...answers, picture].filter(url => asked.includes(url))).toEqual([])
  const scripts = asked.filter(url => /\.m?js$/.test(url))
  expect(scripts.length).toBeLessThanOrEqual(16)
})

/** Opens a page until its HTML carries all these answers: a busy server is too late with one, which the page then fetches. */
async function untilAllBrought(answers: string[], open: () => Promise<string>) {
  await expect(async () => {
    expect(Object.keys(answersIn(await open()) ?? {})).toEqual(expect.arrayContaining(answers))
  }).toPass()
}
