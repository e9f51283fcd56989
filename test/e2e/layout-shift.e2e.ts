import type { Page } from '@playwright/test'
import { bookings } from '#shared/api/bookings.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { reports } from '#shared/api/reports.ts'
import { support } from '#shared/api/support.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { drawOn, makeBoard, rectangle } from '../factories/boards.ts'
import { accept, freeTiles, hold, pay } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { makeConversation } from '../factories/conversations.ts'
import { makePdf, makePng } from '../factories/documents.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { uploadPicture } from '../factories/pictures.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import { earn } from '../factories/wallets.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { makeAnswersLate } from './late-answers.ts'
import { withOwnWorld } from './own-stack.ts'
import { routeNames } from './routes.ts'

const names = { reader: 'still.reader', tutor: 'still.tutor', operator: 'opal.operator' }

/** Every route by who looks at it, with addresses of its views. `{post}` is where the id of a post goes. */
const addresses: Record<'visitor' | 'reader' | 'operator', Record<string, string[]>> = {
  visitor: {
    '/': ['/'],
    '/login': ['/login', '/login?error=access_denied&provider=google'],
    '/age': ['/age'],
    '/_signed-in/faq': ['/faq', '/faq?text=refund'],
    '/_signed-in/terms': ['/terms'],
    '/_signed-in/privacy': ['/privacy'],
    '/_signed-in/honor-code': ['/honor-code'],
    '/_signed-in/copyright': ['/copyright'],
    '/_signed-in/ignite/$postId': ['/ignite/{post}'],
    '/_signed-in/courses/$courseId': ['/courses/{course}', '/courses/{emptyCourse}'],
    '/_signed-in/profile/$username/': ['/profile/still.tutor'],
    '/_signed-in/sessions/$id/': ['/sessions/{session}'],
    '/unsubscribe': ['/unsubscribe?token=old'],
    '/goodbye': ['/goodbye?deletion={post}'],
  },
  reader: {
    '/_signed-in': ['/nowhere'],
    '/_signed-in/explore': ['/explore', '/explore?type=following', '/explore?type=classes'],
    '/_signed-in/search': [
      '/search',
      '/search?text=heaps',
      '/search?type=pages&text=heaps',
      '/search?type=people&text=still',
    ],
    '/_signed-in/tutors': ['/tutors', '/tutors?course={course}', '/tutors?when=weekend&most=1'],
    '/_signed-in/ignite/$postId': ['/ignite/{post}', '/ignite/{own}', '/ignite/{post}?book=time'],
    '/_signed-in/courses/$courseId': ['/courses/{course}', '/courses/{emptyCourse}', '/courses/999999999'],
    '/read/$postId': ['/read/{post}', '/read/{post}?panel=open'],
    '/study/$courseId': ['/study/{course}'],
    '/_signed-in/notifications': ['/notifications', '/notifications?tab=unread'],
    '/_signed-in/meeting': [
      '/meeting',
      '/meeting?tab=enrollments',
      '/meeting?tab=invitations',
      '/meeting?tab=passed',
    ],
    '/_signed-in/booking/$id': ['/booking/{booking}'],
    '/_signed-in/receipt/$id': ['/receipt/{booking}'],
    '/meeting/live/$id': ['/meeting/live/{booking}'],
    '/_signed-in/messages/': ['/messages'],
    '/_signed-in/messages/$conversationId': ['/messages/{conversation}'],
    '/_signed-in/profile/': [
      '/profile',
      '/profile?tab=saved',
      '/profile?tab=sessions',
      '/profile?list=followers',
    ],
    '/_signed-in/profile/$username/': [`/profile/${names.tutor}`, '/profile/nobody.at.all'],
    '/_signed-in/profile/$username/followers': [
      `/profile/${names.tutor}/followers`,
      `/profile/${names.tutor}/followers?tab=following`,
    ],
    '/_signed-in/profile/edit': ['/profile/edit'],
    '/_signed-in/profile/settings': ['profile', 'schedule', 'account', 'notifications', 'privacy'].map(
      tab => `/profile/settings?tab=${tab}`,
    ),
    '/_signed-in/profile/wallet': ['/profile/wallet', '/profile/wallet?tab=transactions'],
    '/_signed-in/wallet': ['/wallet'],
    '/_signed-in/schedule': ['/schedule'],
    '/_signed-in/sessions/create': ['/sessions/create'],
    '/_signed-in/sessions/$id/': ['/sessions/{session}', '/sessions/{ownSession}'],
    '/_signed-in/sessions/$id/edit': ['/sessions/{ownSession}/edit'],
    '/_signed-in/whiteboard/': ['/whiteboard'],
    '/_signed-in/whiteboard/$id': ['/whiteboard/{board}'],
    '/_signed-in/welcome': ['/welcome', '/welcome?step=classes', '/welcome?step=people'],
  },
  operator: {
    '/_signed-in/admin': [
      '/admin',
      ...['problems', 'people', 'money', 'audit', 'support'].map(tab => `/admin?tab=${tab}`),
    ],
  },
}

/** Ids of what the addresses lead to. */
type World = Record<
  'post' | 'own' | 'course' | 'emptyCourse' | 'booking' | 'session' | 'ownSession' | 'conversation' | 'board',
  string
>

const test = withOwnWorld<World>(makeWorld)

test('every route is looked at', () => {
  const looked = Object.values(addresses).flatMap(routes => Object.keys(routes))
  expect([...new Set(looked)].sort()).toEqual(routeNames())
})

/** In long paragraphs, a late font moves a word to the next line now and then, however well its fallback fits. */
const runningText = ['/terms', '/privacy', '/honor-code', '/copyright', '/faq']

/** So many routes are a test's. */
const routesAtOnce = 10

for (const { who, from, paths } of parts()) {
  test(`nothing jumps while the pages of a ${who} fill, from ${from}`, { tag: '@phone' }, async ({
    world,
    openAs,
    openDevice,
  }) => {
    test.setTimeout(480_000)
    const first =
      who === 'visitor'
        ? await (await openDevice()).newPage()
        : (await openAs(names[who as 'reader' | 'operator'])).page
    const jumpy: string[] = []
    /** What may explain a jump. */
    const failed: string[] = []
    const left = paths.values()
    const look = async (page: Page) => {
      await makeAnswersLate(page)
      await makeRestLate(page)
      await page.addInitScript(watchMoves)
      page.on('requestfailed', request => failed.push(`${request.url()} ${request.failure()?.errorText}`))
      page.on('response', response => {
        if (response.status() >= 400) failed.push(`${response.url()} ${response.status()}`)
      })
      for (const address of left) await lookAt(page, address)
    }
    const lookAt = async (page: Page, address: string) => {
      const path = address.replace(/\{(\w+)\}/g, (_, name) => world[name as keyof World])
      await page.goto(path, { waitUntil: 'networkidle' })
      const moves = await page.evaluate(() => (window as unknown as { moves: Move[] }).moves)
      const sum = moves.reduce((total, { value }) => total + value, 0)
      if (sum <= (runningText.includes(path) ? 0.03 : 0.01)) return
      const told = moves.map(({ value, nodes }) => `${value.toFixed(3)} ${nodes.join(', ')}`)
      jumpy.push(`${address} ${sum.toFixed(3)}: ${told.join('; ')}; failed: ${failed.join(', ')}`)
    }
    // Each mostly waits for what comes late.
    const others = await Promise.all([1, 2].map(() => first.context().newPage()))
    await Promise.all([first, ...others].map(look))
    expect(jumpy).toEqual([])
  })
}

function parts(): { who: string; from: string; paths: string[] }[] {
  return Object.entries(addresses).flatMap(([who, routes]) => {
    const all = Object.values(routes)
    return Array.from({ length: Math.ceil(all.length / routesAtOnce) }, (_, n) => {
      const paths = all.slice(n * routesAtOnce, (n + 1) * routesAtOnce).flat()
      return { who, from: paths[0]!, paths }
    })
  })
}

/** Has calls, pictures and fonts come one after the other, each at a moment of its own. */
async function makeRestLate(page: Page): Promise<void> {
  let asked = 0
  await page.route(
    () => true,
    async route => {
      const type = route.request().resourceType()
      if (!['fetch', 'xhr', 'image', 'font'].includes(type)) return route.fallback()
      await new Promise(resolve => setTimeout(resolve, 120 + 70 * (asked++ % 6)))
      // A page that was left doesn't wait for its answers.
      await route.fallback().catch(() => {})
    },
  )
}

type Move = { value: number; nodes: string[] }

/** In the page: notes how far what was on the screen moved without anybody having asked for it. */
function watchMoves(): void {
  type Shift = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const moves: Move[] = []
  Object.assign(window, { moves })
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'what is gone'
    const { id, className, textContent } = element
    const mark = id ? `#${id}` : `.${String(className).slice(0, 60)}`
    return `<${element.localName}${mark}> “${textContent.slice(0, 30)}”`
  }
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      const nodes = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
        return `${nameOf(node)} ${rect(from)} → ${rect(to)}`
      })
      moves.push({ value, nodes })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function makeWorld(stack: Stack): Promise<World> {
  const reader = await stack.signIn(names.reader)
  const tutor = await stack.signIn(names.tutor)
  const section = await addSection(stack.db)
  const empty = await addSection(stack.db, { course: 'CS 999', courseTitle: 'Silence', crn: '10999' })
  const own = await makeTutor(stack, reader, { zone: 'UTC' })
  await makeTutor(stack, tutor, { zone: 'UTC' })
  await introduce(reader, 'Rita Reader')
  await introduce(tutor, 'Tara Tutor')
  const picture = await makePng({ width: 298, height: 421 })
  let post = ''
  for (const name of ['Heaps', 'Trees and heaps, with every proof of the lecture', 'Sorting']) {
    const { id } = await addPost(tutor, section, { name, picture })
    post = id
    await reader.call(posts.save, { body: { post_id: id, notes: 'For the midterm.' } })
  }
  const file = await makePdf({ pages: 5 })
  for (const name of ['Graphs', 'Hashing']) {
    const { doc_url } = await addPost(tutor, section, { name, picture, file })
    await reader.call(reading.keepPosition, { body: { fileKey: doc_url, pageNumber: 3 } })
  }
  await reader.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
  await reader.call(profiles.highlight, { body: { post_ids: [own] } })
  await reader.call(follows.follow, { body: { username: names.tutor } })
  await tutor.call(follows.follow, { body: { username: names.reader } })
  const [soon, later] = await freeTiles(reader, post)
  const booking = await book(reader, post, soon!, 'Heaps, please.')
  await accept(tutor, booking, 'Gladly.')
  await book(reader, post, later!, 'And trees.')
  await book(tutor, own, (await freeTiles(tutor, own, 3))[0]!, 'May I ask you something?')
  const plan = { rate: '', repeat: true, repeat_days: [...weekdays] }
  const session = await makeSession(stack, tutor, {
    ...plan,
    starts_on: dayAhead(stack, 3),
    crns: [section.crn],
  })
  await enrolIn(session, reader)
  const invited = await makeSession(stack, tutor, {
    starts_on: dayAhead(stack, 4),
    start_time: '20:00',
    end_time: '21:00',
  })
  await tutor.call(invitations.send, { body: { id: invited.id, invite: [names.reader] } })
  const ownSession = await makeSession(stack, reader, { starts_on: dayAhead(stack, 5) })
  const conversation = await makeConversation([tutor, names.tutor], [reader, names.reader])
  const board = await makeBoard(reader)
  await drawOn(reader, board, [rectangle()])
  await earn(stack, names.reader, 5_000, { student: names.tutor })
  await tutor.call(reports.create, { body: { post_id: own, reason: 'other', details: 'From the textbook.' } })
  await reader.call(support.send, { body: { category: 'other', message: 'Thank you for this.' } })
  await stack.jobsDone()
  return {
    post,
    own,
    booking,
    conversation,
    board,
    course: String(section.courseId),
    emptyCourse: String(empty.courseId),
    session: session.id,
    ownSession: ownSession.id,
  }
}

async function introduce(person: Person, name: string): Promise<void> {
  await person.call(profiles.save, {
    body: {
      name,
      designation: 'Sophomore',
      college: 'Riverbend State University',
      description: 'Heaps before lunch, trees after it. Ask me about either.',
      time_zone: 'UTC',
      profile_image: await uploadPicture(person),
    },
  })
}

/** Books a time and pays for it; the return asks the provider, so that nothing has to be waited for. */
async function book(student: Person, postId: string, tile: Parameters<typeof hold>[2], message: string) {
  const { id, url } = await hold(student, postId, tile, message)
  await pay(url)
  await student.call(bookings.get, { params: { id }, query: {} })
  return id
}
