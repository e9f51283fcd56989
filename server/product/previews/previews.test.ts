import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { posts } from '#shared/api/posts.ts'
import { sessions } from '#shared/api/sessions.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePng } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dayAhead, makeSession } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

const plainPage =
  '<!doctype html>\n<html lang="en"><head>\n    <title>Ignite</title>\n    <meta\n      name="description"\n' +
  '      content="Ignite is where students share."\n    />\n  </head><body><div id="root"></div></body></html>'
const unlistedPage = plainPage.replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>')
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let stack: Stack
let webDir: string
let author: Person
let section: Section

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'ignite-web-'))
  writeFileSync(join(webDir, 'index.html'), plainPage)
  writeFileSync(join(webDir, 'index.html.br'), brotliCompressSync(plainPage))
  stack = await startStack({ WEB_DIR: webDir })
  author = await stack.signIn('mina.author')
  section = await addSection(stack.db)
})
afterAll(async () => {
  await stack?.close()
  rmSync(webDir, { recursive: true, force: true })
})

async function pageAt(path: string, headers: Record<string, string> = {}) {
  const response = await stack.visitor().fetch(path, { headers })
  return { status: response.status, headers: response.headers, html: withoutAnswers(await response.text()) }
}

/** Without its reader's own data, which first-calls.test.ts is about. */
function withoutAnswers(html: string): string {
  return html.replace(/<script[^>]* id="page-answers">.*?<\/script>\s*/s, '')
}

/** The page for a signed-in person, without their own data in it (first-calls.test.ts). */
async function describedTo(person: Person, path: string): Promise<string> {
  const html = await (await person.fetch(path, { headers: asBrowser })).text()
  return withoutAnswers(html)
}

const dataElement = /<script type="application\/ld\+json">(.*?)<\/script>/s

/** What the page is about, as a search engine reads it. */
function dataOf(html: string): unknown {
  const json = dataElement.exec(html)?.[1]
  return json && JSON.parse(json)
}

/** The page's description, as a messenger reads it. */
function tagsOf(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)]
  const unescaped = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  return Object.fromEntries(tags.map(([, name, content]) => [name, unescaped(content!)]))
}

function setUser(username: string, values: Record<string, unknown>) {
  return stack.db.updateTable('users').set(values).where('username', '=', username).execute()
}

describe('a post’s page', () => {
  test('tells a messenger its title, type and picture, with absolute addresses', async () => {
    const post = await addPost(author, section, {
      name: 'Heaps and priority queues',
      details: 'Week 6,\n\nwith   the proofs.',
      file: await makePng(),
      type: 'image/png',
    })
    const { status, headers, html } = await pageAt(`/ignite/${post.id}`)
    const address = `${stack.url}/ignite/${post.id}`
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<title>Heaps and priority queues · Ignite</title>')
    expect(html).toContain(`<link rel="canonical" href="${address}" />`)
    const description = `CS 201 Data Structures, shared by ${post.name}. Week 6, with the proofs.`
    expect(tagsOf(html)).toEqual({
      description,
      'og:site_name': 'Ignite',
      'og:type': 'article',
      'og:title': 'Heaps and priority queues',
      'og:description': description,
      'og:url': address,
      'og:image': stack.url + post.thumb_url!,
      'og:image:alt': 'Heaps and priority queues',
      'twitter:card': 'summary',
    })
    expect(dataOf(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'LearningResource',
      name: 'Heaps and priority queues',
      description: 'Week 6,\n\nwith   the proofs.',
      url: address,
      image: stack.url + post.thumb_url!,
      about: 'CS 201 Data Structures',
      author: { '@type': 'Person', name: post.name, url: `${stack.url}/profile/mina.author` },
      datePublished: post.date,
      isAccessibleForFree: true,
    })
    expect((await stack.visitor().fetch(post.thumb_url!)).headers.get('content-type')).toBe('image/webp')
    expect(html).toContain('<div id="root"></div>')
  })

  test('says the same to everyone, however they ask', async () => {
    const { id } = await addPost(author, section, { name: 'The same for all' })
    const { html } = await pageAt(`/ignite/${id}`)
    for (const headers of [asBrowser, { accept: 'text/html' }, { 'user-agent': 'Slackbot' }]) {
      expect((await pageAt(`/ignite/${id}?utm_source=chat`, headers)).html).toBe(html)
    }
    expect(await describedTo(author, `/ignite/${id}/`)).toBe(html)
    const head = await stack.visitor().fetch(`/ignite/${id}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('escapes whatever a title, a text or a name contains', async () => {
    const nasty = `</title><script>alert("1")</script>' onload='x $& $1 &amp;`
    await setUser('mina.author', { name: `Mina "<img src=x onerror=alert(2)>"` })
    const { id } = await addPost(author, section, { name: nasty, details: nasty })
    const { html } = await pageAt(`/ignite/${id}`)
    expect(html.replace(dataElement, '')).not.toContain('<script')
    expect(html).not.toContain('<img')
    expect(dataOf(html)).toMatchObject({ name: nasty, description: nasty })
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(tagsOf(html)['og:title']).toBe(nasty)
    expect(tagsOf(html)['og:description']).toContain(nasty)
    await setUser('mina.author', { name: 'Mina Author' })
  })

  test('cuts a long text between words', async () => {
    const { id } = await addPost(author, section, { details: 'Wordy lecture notes. '.repeat(60) })
    const said = tagsOf((await pageAt(`/ignite/${id}`)).html)['og:description']!
    expect(said.length).toBeLessThanOrEqual(200)
    expect(said).toMatch(/(Wordy|lecture|notes\.)…$/)
  })

  test('isn’t for search engines, and says nothing, if the post is hidden, deleted, by a suspended person, or never existed', async () => {
    const hidden = await addPost(author, section, { name: 'Hidden title' })
    await stack.db
      .updateTable('posts')
      .set({ hidden_at: Temporal.Instant.fromEpochMilliseconds(0), hidden_reason: 'Copied.' })
      .where('id', '=', hidden.id)
      .execute()
    const deleted = await addPost(author, section, { name: 'Deleted title' })
    await author.call(posts.remove, { query: { id: deleted.id } })
    const suspended = await addPost(author, section, { name: 'Suspended title' })
    await stack.db
      .updateTable('posts')
      .set({ author_suspended: true })
      .where('id', '=', suspended.id)
      .execute()
    for (const id of [hidden.id, deleted.id, suspended.id, '01999999-9999-7999-8999-999999999999']) {
      const { status, html } = await pageAt(`/ignite/${id}`, asBrowser)
      expect([status, html]).toEqual([200, unlistedPage])
    }
    // Its author sees the post here, in the client; the page's head says the same.
    expect(await describedTo(author, `/ignite/${hidden.id}`)).toBe(unlistedPage)
  })
})

describe('a person’s page', () => {
  test('says who they are, also by a former username', async () => {
    await stack.signIn('nora.noter')
    await setUser('nora.noter', {
      name: 'Nora Noter',
      designation: 'Tutor',
      college: 'Riverbend State University',
      description: 'Chemistry, slowly.',
    })
    const { id } = await stack.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'nora.noter')
      .executeTakeFirstOrThrow()
    await stack.db
      .insertInto('former_usernames')
      .values({ username: 'old.nora', user_id: id, given_up_at: Temporal.Instant.fromEpochMilliseconds(0) })
      .execute()
    for (const name of ['nora.noter', 'NORA.Noter', 'old.nora']) {
      expect(tagsOf((await pageAt(`/profile/${name}`)).html)).toMatchObject({
        'og:type': 'profile',
        'og:title': 'Nora Noter (@nora.noter)',
        'og:description': 'Tutor, Riverbend State University. Chemistry, slowly.',
        'og:url': `${stack.url}/profile/nora.noter`,
      })
    }
  })

  test('is for search engines once they share something', async () => {
    const owner = await stack.signIn('sam.shares')
    await setUser('sam.shares', {
      name: 'Sam Shares',
      designation: 'Tutor',
      college: 'Riverbend State University',
    })
    const before = (await pageAt('/profile/sam.shares')).html
    expect(tagsOf(before)).toMatchObject({ robots: 'noindex' })
    expect(dataOf(before)).toBeUndefined()
    await addPost(owner, section)
    const { html } = await pageAt('/profile/sam.shares')
    const url = `${stack.url}/profile/sam.shares`
    expect(tagsOf(html)).not.toHaveProperty('robots')
    expect(dataOf(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url,
      mainEntity: {
        '@type': 'Person',
        name: 'Sam Shares',
        url,
        alternateName: 'sam.shares',
        jobTitle: 'Tutor',
        affiliation: { '@type': 'Organization', name: 'Riverbend State University' },
      },
    })
  })

  test('isn’t for search engines, and says nothing, if they are suspended, have left, or never existed', async () => {
    const gone = await stack.signIn('gone.person')
    await stack.signIn('suspended.person')
    expect((await gone.call(account.remove, { body: { username: 'gone.person' } })).status).toBe(200)
    const { username } = await stack.db
      .selectFrom('users')
      .select('username')
      .where('deleted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    await setUser('suspended.person', { suspended_at: Temporal.Instant.fromEpochMilliseconds(0) })
    for (const name of ['gone.person', username, 'suspended.person', 'nobody.here']) {
      expect((await pageAt(`/profile/${name}`, asBrowser)).html).toBe(unlistedPage)
    }
  })
})

describe('a session’s page', () => {
  test('says what it is, with whom and when, but not where; and nothing once it is deleted', async () => {
    const session = await makeSession(stack, author, {
      title: 'Heaps & trees',
      description: 'Bring your sheets.',
      location: 'Room 214, North Hall',
      starts_on: dayAhead(stack, 3),
      start_time: '18:00',
      end_time: '19:00',
    })
    const day = Temporal.PlainDate.from(session.starts_on).toLocaleString('en-US', { dateStyle: 'full' })
    const { html } = await pageAt(`/sessions/${session.id}`)
    expect(tagsOf(html)).toMatchObject({
      'og:title': 'Heaps & trees',
      'og:description': `A group session with Mina Author, ${day} at 6:00 PM (Eastern Time). $30.00 an hour. Bring your sheets.`,
      'og:url': `${stack.url}/sessions/${session.id}`,
    })
    expect(html).not.toContain('North Hall')
    const url = `${stack.url}/sessions/${session.id}`
    expect(dataOf(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'EducationEvent',
      name: 'Heaps & trees',
      description: 'Bring your sheets.',
      url,
      startDate: session.starts_at,
      endDate: session.ends_at,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'In person' },
      organizer: { '@type': 'Person', name: 'Mina Author', url: `${stack.url}/profile/mina.author` },
      isAccessibleForFree: false,
      offers: { '@type': 'Offer', price: '30.00', priceCurrency: 'USD', url },
    })
    const weekly = await makeSession(stack, author, {
      starts_on: dayAhead(stack, 4),
      rate: '',
      repeat: true,
      repeat_days: ['mon'],
    })
    expect(tagsOf((await pageAt(`/sessions/${weekly.id}`)).html)['og:description']).toMatch(
      /^A group session with Mina Author, every week at 10:00 AM \(Eastern Time\)\. Free\. /,
    )
    await author.call(sessions.remove, { body: { id: session.id } })
    expect((await pageAt(`/sessions/${session.id}`, asBrowser)).html).toBe(unlistedPage)
  })
})

describe('a course’s page', () => {
  test('is described, and is for search engines once somebody shared notes for it', async () => {
    const { courseId, ...rest } = await addSection(stack.db, {
      course: 'GEO 110',
      courseTitle: 'Maps & Scales',
      crn: '31110',
    })
    const url = `${stack.url}/courses/${courseId}`
    const description =
      'Notes, group sessions and tutors for GEO 110 Maps & Scales at Riverbend State University.'
    const before = await pageAt(`/courses/${courseId}`)
    expect(before.status).toBe(200)
    expect(before.html).toContain('<title>GEO 110 Maps &amp; Scales · Ignite</title>')
    expect(before.html).toContain(`<link rel="canonical" href="${url}" />`)
    expect(tagsOf(before.html)).toMatchObject({ description, 'og:type': 'website', robots: 'noindex' })
    expect(dataOf(before.html)).toBeUndefined()
    const post = await addPost(author, { courseId, ...rest })
    const { html } = await pageAt(`/courses/00${courseId}`)
    expect(tagsOf(html)).toMatchObject({
      'og:title': 'GEO 110 Maps & Scales',
      'og:url': url,
      // Courses have no picture of their own.
      'og:image': `${stack.url}/icons/icon-512.png`,
      'og:image:alt': 'Ignite',
    })
    expect(tagsOf(html)).not.toHaveProperty('robots')
    expect(dataOf(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: 'Maps & Scales',
      courseCode: 'GEO 110',
      description,
      url,
      provider: { '@type': 'CollegeOrUniversity', name: 'Riverbend State University' },
    })
    await author.call(posts.remove, { query: { id: post.id } })
    expect(tagsOf((await pageAt(`/courses/${courseId}`)).html)).toMatchObject({ robots: 'noindex' })
  })

  test('is the plain page with a 404 if there is no such course', async () => {
    for (const name of ['999999999', '9999999999', 'CS201', '-1', '%3Cscript%3E']) {
      const { status, html } = await pageAt(`/courses/${name}`, asBrowser)
      expect({ name, status }).toEqual({ name, status: 404 })
      expect(html).toBe(plainPage)
    }
  })
})

describe('a page that is always there', () => {
  test.each([
    ['/', 'Good notes, in good light'],
    ['/faq', 'Help'],
    ['/terms', 'Terms of use'],
    ['/privacy', 'Privacy'],
    ['/honor-code', 'Honor code'],
    ['/copyright', 'Copyright'],
  ])('is described, at one address, and is for search engines: %s', async (path, title) => {
    for (const asked of [path, `${path}?utm_source=messenger`]) {
      const { status, html } = await pageAt(asked)
      expect(status).toBe(200)
      expect(html).toContain(`<title>${title} · Ignite</title>`)
      expect(html).toContain(`<link rel="canonical" href="${stack.url}${path}" />`)
      const tags = tagsOf(html)
      expect(tags).toMatchObject({
        'og:type': 'website',
        'og:title': title,
        'og:url': stack.url + path,
        'og:image': `${stack.url}/icons/icon-512.png`,
      })
      expect(tags).not.toHaveProperty('robots')
      expect(tags['og:description']).toBe(tags.description)
      expect(dataOf(html)).toMatchObject({ '@type': 'WebPage', name: title, url: stack.url + path })
    }
  })

  test('says something of its own', async () => {
    const paths = ['/', '/faq', '/terms', '/privacy', '/honor-code', '/copyright']
    const pages = await Promise.all(paths.map(path => pageAt(path)))
    expect(new Set(pages.map(({ html }) => tagsOf(html).description)).size).toBe(paths.length)
  })
})

describe('every other page', () => {
  test('is the plain one, compressed at build time', async () => {
    const paths = ['/explore', '/profile', '/profile/settings', '/profile/%3Cscript%3E', '/sessions/create']
    for (const path of [...paths, '/ignite/x', '/ignite/x/y']) {
      expect((await pageAt(path, asBrowser)).html).toBe(plainPage)
    }
    const compressed = await stack
      .visitor()
      .fetch('/explore', { headers: { ...asBrowser, 'accept-encoding': 'br' } })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('cache-control')).toBe('no-cache')
    expect(await compressed.text()).toBe(plainPage)
  })

  test('goes to crawlers and uptime checks, which accept anything', async () => {
    for (const path of ['/', '/explore', '/terms', '/profile/some.body.txt', '/no-such-page']) {
      const page = await pageAt(path, { accept: '*/*' })
      expect([path, page.status]).toEqual([path, 200])
      const head = await stack.visitor().fetch(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
    expect((await pageAt('/explore', { accept: '*/*' })).html).toBe(plainPage)
    // Without any Accept, which fetch() always sends.
    const { hostname, port } = new URL(stack.url)
    const [answer] = await once(get({ hostname, port, path: '/explore' }), 'response')
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })

  test('goes to clients that send what browsers keep to themselves, and no address is an error of ours', async () => {
    const { hostname, port } = new URL(stack.url)
    const statusAt = async (path: string) => {
      const [answer] = await once(get({ hostname, port, path }), 'response')
      answer.resume()
      return [path, answer.statusCode]
    }
    const pages = ['/profile/a#%E0', '/explore#x?y', '/ignite/a#/%', '//']
    for (const path of pages) expect(await statusAt(path)).toEqual([path, 200])
    const broken = ['/profile/%E0', '/profile/%E0#', `${stack.url}/profile/%E0`, '/profile/%E0?#']
    for (const path of broken) expect(await statusAt(path)).toEqual([path, 400])
  })

  test('doesn’t go to clients that don’t ask for a page', async () => {
    const answers = await Promise.all([
      pageAt('/gone.png', { accept: '*/*' }),
      pageAt('/ignite/cover.webp', { accept: 'image/webp,*/*' }),
      pageAt('/api/explore', { accept: '*/*' }),
      pageAt('/assets/gone.js', asBrowser),
      pageAt('/api/nothing', asBrowser),
      pageAt('/ignite/01999999-9999-7999-8999-999999999999', { accept: 'application/json' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})
