import type { PageAnswers } from '#server/platform/http/page-html.ts'
import { alerts } from '#shared/api/alerts.ts'
import { bookings } from '#shared/api/bookings.ts'
import { type Call, type CallInput, callUrl } from '#shared/api/contract.ts'
import { courses } from '#shared/api/courses.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { invitations } from '#shared/api/invitations.ts'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { search } from '#shared/api/search.ts'
import { sessions } from '#shared/api/sessions.ts'
import { isCourseId } from '#shared/domain/course-strings.ts'
import { isReservedUsername } from '#shared/domain/usernames.ts'
import { callsOfReader, pageUrl } from './first-picture.ts'

type Asked = { name: string; search: URLSearchParams }

/**
 * Pages by the first part of their address and whether a name follows: the calls that each makes before it
 * shows.
 */
const pages: Record<string, (asked: Asked) => string[]> = {
  '/explore': ({ search }) => [
    address(posts.list, { query: { type: feedType(search.get('type')), offset: 0 } }),
    ...(feedType(search.get('type')) === 'recent' ? [address(reading.unfinished)] : []),
    address(bookings.next),
    address(enrolments.meetings, { query: { when: 'upcoming', filter: 'All', offset: 0 } }),
    address(invitations.received, { query: { offset: 0 } }),
  ],
  '/ignite/': ({ name }) => [address(posts.get, { params: { id: name } })],
  '/read/': ({ name }) => [address(posts.get, { params: { id: name } })],
  '/courses/': ({ name }) => courseCalls(name),
  '/profile/': ({ name, search }) =>
    ['edit', 'settings', 'wallet'].includes(name)
      ? []
      : [
          address(profiles.ofPerson, { query: { username: name } }),
          postsOfProfile(name, search),
          address(sessions.own, { query: { username: name, offset: 0 } }),
        ],
  '/search': ({ search: asked }) => searchCalls(asked),
  '/sessions/': ({ name }) => (name === 'create' ? [] : [address(sessions.get, { query: { id: name } })]),
}

/** Pages that don't send a visitor to sign in: the calls that each makes for one before it shows. */
const visitorsPages: Record<string, (asked: Asked) => string[] | null> = {
  '/': () => [],
  '/login': () => [address(logins.providers)],
  '/faq': () => [],
  '/terms': () => [],
  '/privacy': () => [],
  '/honor-code': () => [],
  '/copyright': () => [],
  '/ignite/': pages['/ignite/']!,
  '/courses/': pages['/courses/']!,
  '/profile/': asked => (isReservedUsername(asked.name) ? null : pages['/profile/']!(asked)),
  '/sessions/': asked => (asked.name === 'create' ? null : pages['/sessions/']!(asked)),
}

/** The first parts of the addresses of pages without the side menu, which lists the person's classes. */
const withoutSideMenu = new Set(['', 'age', 'goodbye', 'login', 'read', 'study', 'unsubscribe'])

/**
 * The calls that a page of the client makes first, at this address (path and query). A call that the client doesn't
 * make is wasted, and one that is missing here is fetched: this list only affects how fast the page shows
 * (test/e2e/first-load.e2e.ts).
 */
export function firstCalls(url: string, signedIn: boolean): string[] {
  const { pathname, searchParams } = pageUrl(url)
  const [, place = '', name, ...rest] = pathname.replace(/\/$/, '').split('/')
  const all = signedIn ? pages : visitorsPages
  const page = rest.length === 0 ? all[name ? `/${place}/` : `/${place}`] : undefined
  const own = page?.({ name: name ? decodeURIComponent(name) : '', search: searchParams })
  if (!signedIn) return own ? [address(logins.read), ...own] : []
  const framed = withoutSideMenu.has(place) ? [] : [address(profiles.own)]
  return [address(logins.read), address(alerts.unread), ...framed, ...(own ?? [])]
}

/** The calls that follow from what a page was answered: the reader's, and the posts on the person's own profile. */
export function nextCalls(url: string, answers: PageAnswers): string[] {
  return [...callsOfReader(url, answers), ...callsOfOwnProfile(url, answers)]
}

/** The list of an own profile is asked for by its username, which the address doesn't contain. */
function callsOfOwnProfile(url: string, { json }: PageAnswers): string[] {
  const { pathname, searchParams: search } = pageUrl(url)
  const own = json[address(profiles.own)]
  if (!/^\/profile\/?$/.test(pathname) || search.has('tab') || !own) return []
  const { username }: OwnProfile = JSON.parse(own).profile
  return [postsOfProfile(username, search)]
}

/** The posts on a person's profile, of one CRN if the address names it. */
function postsOfProfile(username: string, search: URLSearchParams): string {
  return address(posts.ofPerson, { query: { username, crn: search.get('crn') || undefined, offset: 0 } })
}

function courseCalls(id: string): string[] {
  if (!isCourseId(id)) return []
  return [
    address(courses.get, { params: { id } }),
    address(posts.ofCourse, { query: { course_id: id, offset: 0 } }),
    address(sessions.ofCourse, { query: { course_id: id, offset: 0 } }),
    address(courses.tutors, { params: { id } }),
  ]
}

function searchCalls(asked: URLSearchParams): string[] {
  const [text, crn, school, term, author] = ['text', 'crn', 'school', 'term', 'author'].map(
    name => asked.get(name)?.trim() || undefined,
  )
  const type = asked.get('type')
  if (type === 'people') return [address(search.people, { query: { text, offset: 0 } })]
  const course = asked.get('course') ?? ''
  const course_id = isCourseId(course) ? course : undefined
  const kind = (['pdf', 'image'] as const).find(name => name === asked.get('kind'))
  const filters = { crn, school, course_id, term, kind, author: author?.replace(/^@/, '') }
  const filtered = [school, course_id, term, kind, author].some(value => value !== undefined)
  const calls = [
    ...(course_id ? [address(courses.get, { params: { id: course_id } })] : []),
    ...(text ? [address(search.pages, { query: { text, ...filters } })] : []),
  ]
  if (type === 'pages') return calls
  if (!text && !crn && !filtered) return [address(posts.list, { query: { type: 'recent', offset: 0 } })]
  return [
    address(search.posts, { query: { text, ...filters, offset: 0 } }),
    ...(filtered
      ? []
      : [address(sessions.ofClass, { query: { crn: crn ?? '', text: text ?? '', offset: 0 } })]),
    ...calls,
  ]
}

function address<const C extends Call>(call: C, input?: CallInput<C>): string {
  return callUrl(call, input)
}

function feedType(type: string | null) {
  return type === 'following' || type === 'classes' ? type : 'recent'
}
