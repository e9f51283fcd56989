import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { callUrl } from '#shared/api/contract.ts'
import { courses } from '#shared/api/courses.ts'
import { files } from '#shared/api/files.ts'
import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { sessions } from '#shared/api/sessions.ts'
import { addSection } from '../../test/factories/catalog.ts'
import { addPost } from '../../test/factories/posts.ts'
import { makeSession } from '../../test/factories/sessions.ts'
import { completePageOf, pageOf } from '../../test/harness/page-of.ts'
import { pauseAt } from '../../test/harness/pause.ts'
import type { Person } from '../../test/harness/person.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { startStack } from '../../test/harness/start-stack.ts'

const plainPage =
  '<!doctype html><html><head><title>Ignite</title></head><body><div id="root"></div></body></html>'
const cruel = '</script><script>alert(1)</script><!-- $& \u2028 end'

let stack: Stack
let webDir: string
let author: Person
let reader: Person
let post: PostCard
let postId: string

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'ignite-web-'))
  writeFileSync(join(webDir, 'index.html'), plainPage)
  writeFileSync(
    join(webDir, 'pages.json'),
    JSON.stringify({
      '/': { visitor: ['/assets/landing.js'], signedIn: ['/assets/landing.js'] },
      '/login': { visitor: ['/assets/login.js'], signedIn: ['/assets/login.js'] },
      '/read/$postId': { visitor: ['/assets/reader.js'], signedIn: ['/assets/reader.js'] },
      '/explore': { signedIn: ['/assets/frame.js', '/assets/feed.js'] },
      '/sessions/$id': {
        visitor: ['/assets/session.js'],
        signedIn: ['/assets/session.js', '/assets/frame.js'],
      },
      '/sessions/create': { signedIn: ['/assets/session-form.js'] },
    }),
  )
  stack = await startStack({ WEB_DIR: webDir })
  author = await stack.signIn('page.author')
  reader = await stack.signIn('page.reader')
  post = await addPost(author, await addSection(stack.db), { name: cruel })
  postId = post.id
})
afterAll(async () => {
  await stack?.close()
  rmSync(webDir, { recursive: true, force: true })
})

/** A page with the answers of these calls. */
const pageWith = (person: Person, path: string, ...urls: string[]) =>
  completePageOf(person, path, ({ answers = {} }) => urls.every(url => url in answers))

test('a page contains the answers to the same person’s calls, and isn’t cached', async () => {
  const feed = { type: 'recent', offset: 0 } as const
  const list = callUrl(posts.list, { query: feed })
  const { answers, caching } = await pageWith(reader, '/explore', logins.read.path, list, profiles.own.path)
  expect(answers).toMatchObject({
    [logins.read.path]: (await reader.call(logins.read)).body,
    [list]: (await reader.call(posts.list, { query: feed })).body,
    [profiles.own.path]: (await reader.call(profiles.own)).body,
  })
  expect(caching).toBe('no-store')
})

test('each page with the side menu contains the own profile, whose classes the menu lists', async () => {
  for (const path of ['/meeting', `/ignite/${postId}`, '/nowhere'])
    expect((await pageWith(reader, path, profiles.own.path)).answers).toHaveProperty([profiles.own.path])
  expect((await pageOf(reader, `/read/${postId}`)).answers).not.toHaveProperty([profiles.own.path])
})

test('a profile contains its posts, also those of one CRN', async () => {
  for (const [person, path] of [
    [author, '/profile'],
    [reader, '/profile/page.author'],
  ] as const) {
    for (const crn of [undefined, post.crn]) {
      const query = { username: 'page.author', crn, offset: 0 }
      const list = callUrl(posts.ofPerson, { query })
      const { answers } = await pageWith(person, crn ? `${path}?crn=${crn}` : path, list)
      expect(answers).toMatchObject({
        [list]: (await person.call(posts.ofPerson, { query })).body,
      })
    }
  }
})

test('a visitor’s page, and one with a made-up cookie, contain no answers', async () => {
  const forger = stack.visitor()
  forger.cookies.set('ignite.session_token', 'made-up.c2lnbmVk')
  for (const nobody of [stack.visitor(), forger]) {
    const { answers, caching } = await pageOf(nobody, '/explore')
    expect(answers).toBeUndefined()
    expect(caching).toBe('no-cache')
  }
})

test('a visitor’s page contains what visitors are told, and nothing of what is hidden from them', async () => {
  const visitor = stack.visitor()
  const { courseId, crn } = await addSection(stack.db)
  const session = await makeSession(stack, author, { location: 'Room 214, North Hall', crns: [crn] })
  await reader.call(follows.follow, { body: { username: 'page.author' } })
  const username = 'page.author'
  for (const [path, call, input] of [
    [`/ignite/${postId}`, posts.get, { params: { id: postId } }],
    [`/profile/${username}`, profiles.ofPerson, { query: { username } }],
    [`/profile/${username}`, posts.ofPerson, { query: { username, offset: 0 } }],
    [`/profile/${username}`, sessions.own, { query: { username, offset: 0 } }],
    [`/sessions/${session.id}`, sessions.get, { query: { id: session.id } }],
    [`/courses/${courseId}`, courses.get, { params: { id: courseId } }],
    [`/courses/${courseId}`, posts.ofCourse, { query: { course_id: courseId, offset: 0 } }],
    [`/courses/${courseId}`, sessions.ofCourse, { query: { course_id: courseId, offset: 0 } }],
    [`/courses/${courseId}`, courses.tutors, { params: { id: courseId } }],
  ] as const) {
    const url = callUrl(call, input)
    const { html, answers, caching } = await pageWith(visitor, path, url, logins.read.path)
    const { body } = await visitor.call(call as typeof posts.get, input as never)
    expect(answers![url]).toEqual(body)
    expect(answers![logins.read.path]).toMatchObject({ login: null })
    expect(caching).toBe('no-store')
    expect(html).not.toMatch(/@example\.edu|North Hall|"(followers|following|attendees|taken)":\d/)
  }
  const hidden = await addPost(author, await addSection(stack.db), { name: 'Never to be seen' })
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', hidden.id)
    .execute()
  await author.call(sessions.remove, { body: { id: session.id } })
  for (const path of [`/ignite/${hidden.id}`, `/sessions/${session.id}`, '/profile/nobody.here']) {
    const { html, answers } = await pageWith(visitor, path, logins.read.path)
    expect(Object.keys(answers!)).toEqual([logins.read.path])
    expect(html).not.toMatch(/Never to be seen|Heaps, together/)
  }
})

test('a page contains no post that its reader can’t open', async () => {
  const blocked = await stack.signIn('page.blocked')
  const key = callUrl(posts.get, { params: { id: postId } })
  expect((await pageWith(blocked, `/ignite/${postId}`, key)).answers).toHaveProperty([key])
  await author.call(blocks.block, { body: { username: 'page.blocked' } })
  const { answers } = await pageWith(blocked, `/ignite/${postId}`, logins.read.path)
  expect(answers).toHaveProperty([logins.read.path])
  expect(answers).not.toHaveProperty([key])
})

test('the reader’s page contains the first page’s picture, before its scripts, for people who may read it and start there', async () => {
  const person = await stack.signIn('page.leafing')
  const key = post.doc_url
  const position = callUrl(reading.position, { query: { fileKey: key } })
  const imageIn = (html: string) => /<img [^>]*>/.exec(html)?.[0]
  const pictured = () => completePageOf(person, `/read/${postId}`, ({ html }) => imageIn(html) !== undefined)
  const unpictured = async (answer: string, search = '') =>
    imageIn((await pageWith(person, `/read/${postId}${search}`, answer)).html)
  const address = callUrl(files.showFirstPage, { params: { key } })
  const shown = await (await person.fetch(address)).arrayBuffer()
  const { html, answers } = await pictured()
  const image = imageIn(html)
  expect(image).toContain(`src="data:image/webp;base64,${Buffer.from(shown).toString('base64')}"`)
  expect(image).toContain(`data-address="${address}"`)
  expect(image).toContain(`alt="Page 1 of &lt;/script&gt;`)
  expect(html.indexOf('rel="modulepreload"')).toBeGreaterThan(html.indexOf('<img'))
  expect(answers).toMatchObject({ [position]: { data: { page_number: null } } })
  expect(JSON.stringify(answers)).not.toContain('base64')

  const opened = callUrl(posts.get, { params: { id: postId } })
  expect(await unpictured(opened, '?page=2')).toBeUndefined()
  await person.call(reading.keepPosition, { body: { fileKey: key, pageNumber: 2 } })
  expect(await unpictured(position)).toBeUndefined()
  await person.call(reading.keepPosition, { body: { fileKey: key, pageNumber: 1 } })
  expect(imageIn((await pictured()).html)).toBeDefined()
  await author.call(blocks.block, { body: { username: 'page.leafing' } })
  expect(await unpictured(logins.read.path)).toBeUndefined()
})

test('no text closes the data or begins a script', async () => {
  const opened = callUrl(posts.get, { params: { id: postId } })
  const { html, answers } = await pageWith(reader, `/ignite/${postId}`, opened)
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/ld+json">',
    '<script type="application/json" id="page-answers">',
  ])
  const { body } = await reader.call(posts.get, { params: { id: postId } })
  expect(answers![opened]).toEqual(body)
  expect(body.post.post_name).toBe(cruel)
})

test('every address has a page, also one that resolves to no host', async () => {
  for (const [path, status] of [
    ['//', 200],
    ['//x:99999/', 404],
    ['//[/read/x', 404],
    ['/read//', 200],
    ['/\\x:99999', 404],
  ] as const) {
    for (const person of [stack.visitor(), reader]) {
      const response = await person.fetch(stack.url + path, { headers: { accept: 'text/html' } })
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        status,
        'text/html; charset=utf-8',
      ])
    }
  }
})

test('a page doesn’t wait for a slow answer', async () => {
  const slow = await pauseAt(stack.databaseUrl, 'lock table posts in access exclusive mode')
  const { answers } = await pageWith(reader, '/explore', logins.read.path)
  await slow.release()
  expect(Object.keys(answers!)).toContain(logins.read.path)
  expect(Object.keys(answers!).filter(url => url.startsWith(posts.list.path))).toEqual([])
})

test('a page names the scripts that its reader needs, and prefers those of the more exact address', async () => {
  const scripts = async (path: string, person = reader) =>
    [...(await pageOf(person, path)).html.matchAll(/rel="modulepreload" crossorigin href="([^"]*)"/g)].map(
      ([, href]) => href,
    )
  expect(await scripts('/')).toEqual(['/assets/landing.js'])
  expect(await scripts('/explore?type=classes')).toEqual(['/assets/frame.js', '/assets/feed.js'])
  expect(await scripts('/sessions/create')).toEqual(['/assets/session-form.js'])
  expect(await scripts('/sessions/any')).toEqual(['/assets/session.js', '/assets/frame.js'])
  expect(await scripts('/sessions/any', stack.visitor())).toEqual(['/assets/session.js'])
  // A visitor is sent there to sign in.
  expect(await scripts('/explore', stack.visitor())).toEqual(['/assets/login.js'])
  expect(await scripts('/nowhere')).toEqual([])
})

test('an address without a page is a 404, which search engines are told not to list', async () => {
  const found = async (path: string, person = stack.visitor()) => {
    const response = await person.fetch(path, { headers: { accept: 'text/html' } })
    return [response.status, !(await response.text()).includes('noindex')]
  }
  expect(await found('/explore')).toEqual([200, true])
  expect(await found('/explore/')).toEqual([200, true])
  expect(await found('/nowhere')).toEqual([404, false])
  expect(await found('/nowhere', reader)).toEqual([404, false])
})
