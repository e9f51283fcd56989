import { afterAll, beforeAll, expect, test } from 'vitest'
import { posts } from '#shared/api/posts.ts'
import { sessions } from '#shared/api/sessions.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dayAhead, makeSession } from '../../../test/factories/sessions.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

async function read(address: string) {
  const response = await stack.visitor().fetch(address.replaceAll('&amp;', '&'))
  const text = await response.text()
  const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.replace(stack.url, ''))
  return { text, paths, headers: response.headers }
}

test('the site map leads to what visitors may see, and to nothing else', async () => {
  const author = await stack.signIn('ada.author')
  const hider = await stack.signIn('hal.hider')
  const suspended = await stack.signIn('sid.suspended')
  await stack.signIn('rea.reader')
  const section = await addSection(stack.db)
  await addSection(stack.db, { course: 'CS 999', courseTitle: 'Silence', crn: '10999' })
  const shown = await addPost(author, section)
  const edited = await addPost(author, section)
  const second = await uploadDocument(author, await makePdf({ text: 'Second' }))
  stack.clock.advance({ hours: 2 })
  const { body: change } = await author.call(posts.update, {
    params: { id: edited.id },
    body: { doc_url: second, doc_name: 'second.pdf' },
  })
  const removed = await addPost(hider, section)
  await hider.call(posts.remove, { query: { id: removed.id } })
  const hidden = await addPost(hider, section)
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', hidden.id)
    .execute()
  const session = await makeSession(stack, author, { starts_on: dayAhead(stack, 2) })
  const deleted = await makeSession(stack, hider, { starts_on: dayAhead(stack, 2) })
  await hider.call(sessions.remove, { body: { id: deleted.id } })
  await addPost(suspended, section)
  await makeSession(stack, suspended, { starts_on: dayAhead(stack, 2) })
  await stack.db
    .updateTable('users')
    .set({ suspended_at: stack.clock.now() })
    .where('username', '=', 'sid.suspended')
    .execute()
  await stack.db
    .updateTable('posts')
    .set({ author_suspended: true })
    .where('author_id', 'in', eb =>
      eb.selectFrom('users').select('id').where('username', '=', 'sid.suspended'),
    )
    .execute()

  const index = await read('/sitemap.xml')
  expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(index.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(index.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex /)
  expect(index.paths).toHaveLength(5)
  const files = await Promise.all(index.paths.map(read))
  expect(files.map(({ text }) => /<urlset /.test(text))).toEqual([true, true, true, true, true])
  expect(files.map(({ paths }) => paths)).toEqual([
    ['/', '/faq', '/terms', '/privacy', '/honor-code', '/copyright'],
    [`/ignite/${shown.id}`, `/ignite/${edited.id}`],
    ['/profile/ada.author'],
    [`/courses/${section.courseId}`],
    [`/sessions/${session.id}`],
  ])
  for (const date of [shown.date, change.post.version_date])
    expect(files[1]!.text).toContain(`<lastmod>${date}</lastmod>`)
})

test('robots.txt names the site map, and opens of all calls only the pictures', async () => {
  const { text, headers } = await read('/robots.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`\nSitemap: ${stack.url}/sitemap.xml\n`)
  expect(text.match(/^Allow: .*$/gm)).toEqual([
    'Allow: /api/bucket/thumbnail/',
    'Allow: /api/profile/picture/',
  ])
  expect(text).toContain('\nDisallow: /api/\n')
})

test('robots.txt lets the sign-in page be found, and none of the addresses that lead to it', async () => {
  const { text } = await read('/robots.txt')
  const refused = text.match(/(?<=^Disallow: ).*$/gm)!
  const isRefused = (path: string) => refused.some(start => path.startsWith(start))
  expect(isRefused('/login')).toBe(false)
  expect(isRefused('/login?next=%2Fexplore')).toBe(true)
  expect(isRefused('/read/01900000-0000-7000-8000-000000000000')).toBe(true)
})
