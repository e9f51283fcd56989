import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { admin } from '#shared/api/admin.ts'
import { attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { support } from '#shared/api/support.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { uploadAttachment } from '../factories/attachments.ts'
import { drawOn, makeBoard, writing } from '../factories/boards.ts'
import { controlPayments, freeTiles, hold, pay } from '../factories/bookings.ts'
import { addSection, type Section } from '../factories/catalog.ts'
import { startConversation, write } from '../factories/conversations.ts'
import { makePdf } from '../factories/documents.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { uploadDocument } from '../factories/uploads.ts'
import { takeIntoBooks } from '../factories/wallets.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { readContract } from '../rules/contract.ts'
import { expect } from './fixtures.ts'
import { addressTexts, textFieldsOf, type WritingName, writings } from './injection-texts.ts'
import { withOwnWorld } from './own-stack.ts'
import { routeNames } from './routes.ts'

/**
 * Where the sweep expects a text from a call's body: it looks for `shown` texts on every screen that has
 * them; the others reach no screen, since they are only compared, or name an upload that nobody sees.
 */
const fields: Record<string, 'shown' | 'compared' | 'untold'> = {
  'account.remove username': 'compared',
  'admin.hidePost reason': 'shown',
  'admin.removePost reason': 'shown',
  'admin.suspend username': 'compared',
  'admin.suspend reason': 'shown',
  'admin.reinstate username': 'compared',
  'admin.closeAccount username': 'compared',
  'admin.settleProblem amount': 'compared',
  'admin.settleProblem reason': 'shown',
  'admin.refundBooking amount': 'compared',
  'admin.refundBooking reason': 'shown',
  'admin.settleRefund reason': 'shown',
  'alerts.markAll seen': 'compared',
  'alerts.addDevice endpoint': 'untold',
  'alerts.addDevice p256dh': 'untold',
  'alerts.addDevice auth': 'untold',
  'alerts.renewDevice endpoint': 'compared',
  'alerts.renewDevice p256dh': 'untold',
  'alerts.renewDevice auth': 'untold',
  'alerts.removeDevice endpoint': 'compared',
  'analytics.reportView documentKey': 'untold',
  'analytics.reportView sessionId': 'untold',
  'analytics.reportView referrer': 'untold',
  'attachments.upload name': 'shown',
  'blocks.block username': 'compared',
  'blocks.unblock username': 'compared',
  'boards.create title': 'shown',
  'boards.rename title': 'shown',
  'bookings.filtered cursor': 'compared',
  'bookings.filtered timezone': 'compared',
  'bookings.approve remarks': 'shown',
  'bookings.reject remarks': 'shown',
  'bookings.cancel remarks': 'shown',
  'bookings.cancel refund': 'compared',
  'bookings.reportProblem details': 'shown',
  'bookings.seeMove location': 'compared',
  'dialogues.create user_email': 'compared',
  'dialogues.create session_name': 'shown',
  'dialogues.rename session_name': 'shown',
  'dialogues.ask content': 'shown',
  'dialogues.ask message': 'shown',
  'dialogues.ask selectedText': 'shown',
  'dialogues.ask instruction': 'untold',
  'dialogues.stream content': 'shown',
  'dialogues.stream message': 'shown',
  'dialogues.stream selectedText': 'shown',
  'dialogues.stream instruction': 'untold',
  'enrolments.enrol undo': 'compared',
  'files.upload name': 'untold',
  'files.thumbnail name': 'untold',
  'files.download key': 'compared',
  'follows.follow username': 'compared',
  'follows.unfollow username': 'compared',
  'invitations.send invite[]': 'compared',
  'invitations.send invite[].email': 'compared',
  'invitations.send invite[].username': 'compared',
  'logins.register email': 'compared',
  'logins.register name': 'untold',
  'logins.register image': 'untold',
  'logins.start provider': 'compared',
  'logins.start callbackURL': 'compared',
  'logins.start loginHint': 'untold',
  'messages.send text': 'shown',
  'payments.bookSession shown.location': 'compared',
  'payments.bookSession timezone': 'compared',
  'payments.bookSession total': 'compared',
  'payments.bookSlot tutor': 'compared',
  'payments.bookSlot course_id': 'compared',
  'payments.bookSlot slot_id': 'untold',
  'payments.bookSlot start_time': 'compared',
  'payments.bookSlot end_time': 'compared',
  'payments.bookSlot timezone': 'compared',
  'payments.bookSlot total': 'compared',
  'payments.bookSlot message': 'shown',
  'payouts.openSession account': 'compared',
  'posts.create post_name': 'shown',
  'posts.create details': 'shown',
  'posts.create crn': 'compared',
  'posts.create course_id': 'compared',
  'posts.create doc_url': 'compared',
  'posts.create doc_name': 'shown',
  'posts.create thumb_url': 'compared',
  'posts.update post_name': 'shown',
  'posts.update details': 'shown',
  'posts.update crn': 'compared',
  'posts.update course_id': 'compared',
  'posts.update doc_url': 'compared',
  'posts.update doc_name': 'shown',
  'posts.update thumb_url': 'compared',
  'posts.save user_id': 'compared',
  'posts.save notes': 'shown',
  'profiles.ofEmail email': 'compared',
  'profiles.save email': 'compared',
  'profiles.save name': 'shown',
  'profiles.save designation': 'shown',
  'profiles.save college': 'shown',
  'profiles.save description': 'shown',
  'profiles.save hourly_rate': 'compared',
  'profiles.save profile_image': 'compared',
  'profiles.save time_zone': 'compared',
  'profiles.rename username': 'compared',
  'profiles.uploadPicture name': 'untold',
  'profiles.uniqueCrns email': 'compared',
  'profiles.uniqueCrns username': 'compared',
  'reading.keepPosition fileKey': 'compared',
  'reports.create username': 'compared',
  'reports.create details': 'shown',
  'schedules.save schedule.mon[]': 'compared',
  'schedules.save schedule.tue[]': 'compared',
  'schedules.save schedule.wed[]': 'compared',
  'schedules.save schedule.thu[]': 'compared',
  'schedules.save schedule.fri[]': 'compared',
  'schedules.save schedule.sat[]': 'compared',
  'schedules.save schedule.sun[]': 'compared',
  'schedules.save exceptions[].ranges[]': 'compared',
  'schedules.save timezone': 'compared',
  'sessions.create title': 'shown',
  'sessions.create description': 'shown',
  'sessions.create start_time': 'compared',
  'sessions.create end_time': 'compared',
  'sessions.create timezone': 'compared',
  'sessions.create rate': 'compared',
  'sessions.create location': 'shown',
  'sessions.create crns[]': 'compared',
  'sessions.skip remarks': 'shown',
  'sessions.update editedDescription': 'shown',
  'sessions.update plan.title': 'shown',
  'sessions.update plan.description': 'shown',
  'sessions.update plan.start_time': 'compared',
  'sessions.update plan.end_time': 'compared',
  'sessions.update plan.timezone': 'compared',
  'sessions.update plan.rate': 'compared',
  'sessions.update plan.location': 'shown',
  'sessions.update plan.crns[]': 'compared',
  'support.send message': 'shown',
  'support.send name': 'shown',
  'support.send email': 'shown',
  'wallets.withdraw amount': 'compared',
}

/** Every route whose address contains more than a path, with that part in it. `∎` is where the text goes. */
const addresses: Record<string, string[]> = {
  '/': ['/?text=∎#∎'],
  '/login': ['/login?next=∎&error=∎&provider=∎#∎'],
  '/age': ['/age?next=∎&provider=∎#∎'],
  '/_signed-in/faq': ['/faq?text=∎&category=∎&contact=∎#∎'],
  '/_signed-in/terms': ['/terms?text=∎#∎'],
  '/_signed-in/privacy': ['/privacy#∎'],
  '/_signed-in/honor-code': ['/honor-code#∎'],
  '/_signed-in/copyright': ['/copyright#∎'],
  '/unsubscribe': ['/unsubscribe?token=∎#∎'],
  '/goodbye': ['/goodbye?deletion=∎'],
  '/read/$postId': ['/read/∎?page=∎&panel=∎&dialogue=∎&passage=∎&quote=∎'],
  '/study/$courseId': ['/study/∎?post=∎&page=∎&panel=∎&dialogue=∎'],
  '/meeting/live/$id': ['/meeting/live/∎#∎'],
  '/_signed-in': ['/explore?create=∎', '/nowhere/∎?text=∎#∎'],
  '/_signed-in/courses/$courseId': ['/courses/∎?create=∎#∎'],
  '/_signed-in/admin': ['/admin?tab=∎&state=∎', '/admin?tab=people&text=∎'],
  '/_signed-in/booking/$id': ['/booking/∎?paid=∎'],
  '/_signed-in/notifications': ['/notifications?tab=∎#∎'],
  '/_signed-in/explore': ['/explore?type=∎#∎'],
  '/_signed-in/ignite/$postId': ['/ignite/∎?book=∎&from=∎&to=∎#∎'],
  '/_signed-in/meeting': [
    '/meeting?tab=∎&filter=∎&request=∎',
    '/meeting?tab=enrollments&filter=∎',
    '/meeting?tab=invitations&request=∎',
  ],
  '/_signed-in/messages/': ['/messages?folder=∎#∎'],
  '/_signed-in/messages/$conversationId': ['/messages/∎?folder=∎&at=∎#∎'],
  '/_signed-in/profile/': ['/profile?crn=∎&list=∎&tab=∎'],
  '/_signed-in/profile/$username/': [
    '/profile/∎',
    '/profile/inj.markup?crn=∎&list=∎',
    '/profile/inj.markup?book=∎&from=∎&to=∎',
  ],
  '/_signed-in/profile/$username/followers': ['/profile/inj.markup/followers?tab=∎'],
  '/_signed-in/profile/edit': ['/profile/edit?tab=∎'],
  '/_signed-in/profile/settings': ['/profile/settings?tab=∎#∎'],
  '/_signed-in/profile/wallet': ['/profile/wallet?tab=∎', '/profile/wallet?tab=transactions&filter=∎#∎'],
  '/_signed-in/receipt/$id': ['/receipt/∎#∎'],
  '/_signed-in/schedule': ['/schedule?day=∎#∎'],
  '/_signed-in/search': [
    '/search?text=∎&type=posts&crn=∎',
    '/search?text=∎&type=pages&crn=∎',
    '/search?text=∎&type=people',
    '/search?text=∎&school=∎&course=∎&term=∎&kind=∎&author=∎',
  ],
  '/_signed-in/sessions/create': ['/sessions/create?text=∎#∎'],
  '/_signed-in/sessions/$id/': ['/sessions/∎?show=∎#∎'],
  '/_signed-in/sessions/$id/edit': ['/sessions/∎/edit#∎'],
  '/_signed-in/tutors': ['/tutors?course=∎&when=∎&hour=∎&most=∎#∎', '/tutors?tutor=∎&book=∎&from=∎&to=∎'],
  '/_signed-in/wallet': ['/wallet?tab=∎'],
  '/_signed-in/whiteboard/': ['/whiteboard?text=∎#∎'],
  '/_signed-in/whiteboard/$id': ['/whiteboard/∎#∎'],
  '/_signed-in/welcome': ['/welcome?step=∎'],
}

type Author = {
  username: string
  text: string
  person: Person
  post: PostCard
  hidden: PostCard
  /** The reader booked the author for it. */
  bookingId: string
  /** They teach it, and the reader is enrolled. */
  sessionId: string
  /** A past meeting of theirs, with a reported and settled problem. */
  metId: string
  /** They wrote to the reader, with a file. */
  conversationId: string
  /** With a text on it, which is drawn as graphics. */
  boardId: string
}
/** `sessionId`: of the reader’s session, in which every author is enrolled. */
type World = { authors: Author[]; reader: Person; section: Section; sessionId: string }

/**
 * One person per text, who wrote it into every field, and others who wrote it about them. They have a server of
 * their own.
 */
const test = withOwnWorld<World>(makeWorld, 300_000)

test('every text of the contract has its place in the sweep', async () => {
  const inContract = [...(await readContract())].flatMap(([name, call]) =>
    textFieldsOf(call, 'body').map(field => `${name} ${field}`),
  )
  expect(Object.keys(fields).sort()).toEqual(inContract.sort())
})

test('every route has its place in the sweep', () => {
  expect(Object.keys(addresses).sort()).toEqual(routeNames())
})

test('lists of posts and people show each text as it was written', async ({ world, openAs }) => {
  const { authors } = world
  const { page } = await openAs('inj.reader')
  const watch = watched(page)
  const titles = all(authors, 'Title')
  const people = all(authors, 'Name')
  await look(page, '/explore', [...titles, ...people])
  await look(page, '/explore?type=following', titles)
  await page.evaluate(() => localStorage.setItem('feed-view', 'list'))
  await look(page, '/explore', titles)
  await look(page, '/profile?tab=saved', [...titles, ...all(authors, 'Notes')])
  await look(page, '/profile/inj.reader/followers', [...people, ...all(authors, 'College')])
  await look(page, '/profile/inj.reader/followers?tab=following', [...people, ...all(authors, 'College')])
  await look(page, '/profile?list=followers', people)
  await look(page, '/search?text=Title&type=posts', titles)
  await look(page, '/search?text=Name&type=people', people)
  const { page: blocker } = await openAs('inj.blocker')
  const others = watched(blocker)
  await look(blocker, '/profile/settings?tab=privacy', people)
  expect([...watch(), ...others()]).toEqual([])
})

test('lists of meetings, messages and money show each text as it was written', async ({ world, openAs }) => {
  const { authors, sessionId } = world
  const { page } = await openAs('inj.reader')
  const watch = watched(page)
  const titles = all(authors, 'Title')
  const people = all(authors, 'Name')
  await look(page, '/meeting', [...people, ...all(authors, 'Answer')])
  const who = [...people, ...all(authors, 'Role'), ...all(authors, 'College')]
  await look(page, '/meeting?tab=enrollments', [
    ...cards(authors, 'Session'),
    ...all(authors, 'Place'),
    ...who,
  ])
  await look(page, '/meeting?tab=invitations', [...cards(authors, 'Invite'), ...who])
  await look(page, `/sessions/${sessionId}?show=enrolled`, people)
  await look(page, `/sessions/${sessionId}?show=invite`, [...people, ...all(authors, 'College')])
  await look(page, '/messages', [...people, ...all(authors, 'Said')])
  await lookAtStatement(page, [...titles, ...people])
  expect(watch()).toEqual([])
})

for (const kind of Object.keys(writings)) {
  test(`another person’s pages show what was written: ${kind}`, async ({ world, openAs }) => {
    const author = world.authors.find(isBy(kind))!
    const { username, post, text, bookingId, sessionId, metId, conversationId } = author
    const { page } = await openAs('inj.reader')
    const watch = watched(page)
    const title = `Title ${text}`
    const name = `Name ${text}`
    await look(page, `/ignite/${post.id}`, [title, name, `Details ${text}`, `Notes ${text}`])
    await page.emulateMedia({ media: 'print' })
    await expectHarmless(page, `/ignite/${post.id}, printed`)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Edit saved post' }).click()
    await seeDialog(page, [title, `Notes ${text}`])
    for (const entry of ['Report post', 'Block author']) {
      await page.getByRole('button', { name: /^More: / }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await seeDialog(page, [name])
    }
    await look(page, `/profile/${username}`, [
      name,
      `Role ${text}`,
      `College ${text}`,
      `About ${text}`,
      title,
      `Session ${text}`,
      `Plan ${text}`,
      `Place ${text}`,
    ])
    await look(page, `/read/${post.id}`, [title])
    const spoken = [title, name, `Ask ${text}`, `Answer ${text}`]
    await look(page, `/booking/${bookingId}`, spoken)
    const session = [`Session ${text}`, `Plan ${text}`, `Place ${text}`]
    await look(page, `/sessions/${sessionId}`, [...session, name, `Role ${text}`])
    await look(page, `/receipt/${bookingId}`, [title, name])
    await look(page, `/messages/${conversationId}`, [name, `Said ${text}`, `Sent ${text}.pdf`])
    await look(page, `/booking/${metId}`, [])
    await page.getByText('What you reported').click()
    await see(page, '/booking, what was reported', [`Problem ${text}`])
    expect(watch()).toEqual([])
  })

  test(`a person’s own pages show what was written: ${kind}`, async ({ world, openAs }) => {
    const author = world.authors.find(isBy(kind))!
    const { username, post, hidden, text, bookingId, sessionId, metId, boardId } = author
    const { page } = await openAs(username)
    const watch = watched(page)
    const self = [`Name ${text}`, `Role ${text}`, `College ${text}`]
    await look(page, '/notifications', [`Title ${text}`, `Hidden ${text}`])
    await look(page, '/profile', [...self, `About ${text}`, `Title ${text}`, `Reason ${text}`])
    await look(page, '/profile/settings?tab=profile', [...self, `About ${text}`])
    await look(page, '/welcome', [`Role ${text}`, `College ${text}`])
    await look(page, `/booking/${bookingId}`, [`Title ${text}`, `Ask ${text}`, `Answer ${text}`])
    const session = [`Session ${text}`, `Plan ${text}`, `Place ${text}`]
    for (const path of [`/sessions/${sessionId}`, `/sessions/${sessionId}/edit`, '/profile?tab=sessions']) {
      await look(page, path, session)
    }
    await look(page, `/booking/${metId}`, [`Settled ${text}`])
    await look(page, '/whiteboard', [`Board ${text}`, `Renamed ${text}`])
    await look(page, `/whiteboard/${boardId}`, [`Board ${text}`])
    await look(page, `/ignite/${hidden.id}`, [`Hidden ${text}`, `Reason ${text}`])
    await look(page, `/ignite/${post.id}`, [`Title ${text}`])
    await page.getByRole('button', { name: /^Delete: / }).click()
    await seeDialog(page, [`File ${text}.pdf`])
    await page.getByRole('button', { name: /Your account/ }).click()
    await see(page, 'the account menu', [`Name ${text}`])
    expect(watch()).toEqual([])
  })
}

test('operators read each text as it was written', async ({ world, openAs }) => {
  const { authors } = world
  const { page } = await openAs('opal.operator')
  const watch = watched(page)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Show more' }).click()
  const told = ['Title', 'Name', 'Report', 'Reason', 'Said'].flatMap(field => all(authors, field))
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await see(page, '/admin', told)
  }
  for (const act of ['Remove post', 'Suspend person', 'Hide post']) {
    await page.getByRole('button', { name: act }).first().click()
    await seeDialog(page, [])
  }
  await look(page, '/admin?tab=audit', [...all(authors, 'Hidden'), ...all(authors, 'Reason')])
  await look(page, '/admin?tab=audit', [...all(authors, 'Given'), ...all(authors, 'Otherwise')])
  await look(page, '/admin?tab=problems&state=settled', [
    ...all(authors, 'Title'),
    ...all(authors, 'Name'),
    ...all(authors, 'Problem'),
    ...all(authors, 'Settled'),
  ])
  await look(page, '/admin?tab=support', [...all(authors, 'Sender'), ...all(authors, 'Message')])
  expect(watch()).toEqual([])
})

test('a mail contains each text as it was written', async ({ stack, world, page }) => {
  const { authors } = world
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages`)
  const { messages }: { messages: { id: string; subject: string; text: string }[] } = await answer.json()
  const watch = watched(page)
  await look(page, '/local/mail', all(authors, 'Sender'))
  for (const { text } of authors) {
    for (const parts of [
      [`Hidden ${text}`, `Reason ${text}`],
      [`Sender ${text}`, `Message ${text}`],
      [`Session ${text}`, `Skip ${text}`],
    ]) {
      const mail = messages.find(message => parts.every(part => message.text.includes(part)))
      expect(mail, parts.join()).toBeDefined()
      await look(page, `/local/mail/${mail!.id}`, parts)
      await look(page, `/local/mail/${mail!.id}/html`, parts)
    }
  }
  // The HTML mail is sandboxed, and the browser reports this test's own script there.
  expect(watch().filter(notice => !/Blocked script .* frame is sandboxed/.test(notice))).toEqual([])
})

test('a preview shows each text as it was written', async ({ stack, world, page }) => {
  const { authors } = world
  await page.goto('/terms')
  for (const { username, post, text } of authors) {
    for (const [path, title, description] of [
      [`/ignite/${post.id}`, `Title ${text}`, `Details ${text}`],
      [`/profile/${username}`, `Name ${text} (@${username})`, `Role ${text}, College ${text}`],
    ] as const) {
      const html = await (await fetch(stack.url + path)).text()
      const told = await page.evaluate(source => {
        const parsed = new DOMParser().parseFromString(source, 'text/html')
        const content = (name: string) =>
          parsed.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content')
        return {
          title: content('title'),
          description: content('description'),
          injected: parsed.querySelectorAll('.inj').length,
          heading: parsed.title,
        }
      }, html)
      expect(told).toMatchObject({ title, injected: 0 })
      expect(told.description).toContain(description)
    }
  }
})

for (const [route, paths] of Object.entries(addresses)) {
  test(`an address does nothing except open a page: ${route}`, async ({ stack, openAs, page: visitor }) => {
    const signedIn = !['/', '/login', '/age'].includes(route)
    const page = signedIn ? (await openAs('opal.operator')).page : visitor
    const watch = watched(page)
    for (const path of paths) {
      for (const text of addressTexts) {
        await page.goto(path.replaceAll('∎', encodeURIComponent(text)))
        // An address may open a dialog, which hides the page's heading from everyone.
        const opened = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'))
        await expect(opened.first()).toBeVisible()
        await expectHarmless(page, `${path} with ${text}`)
        expect(new URL(page.url()).origin).toBe(stack.url)
      }
    }
    expect(watch()).toEqual([])
  })
}

test('a sign-in never leads to another site', async ({ stack, openDevice }) => {
  await stack.signIn('inj.returning')
  const context = await openDevice()
  for (const next of [
    'javascript:window.__hit=1',
    '//inj.example/',
    '/\\inj.example',
    '/.//inj.example/',
    'https://inj.example/',
  ]) {
    const page = await context.newPage()
    const watch = watched(page)
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByLabel('Name').fill('Inj Returning')
    await page.getByLabel('Email').fill('inj.returning@example.edu')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    // The provider's page is at the same address.
    await expect(page).toHaveURL(url => !url.pathname.startsWith('/local/'))
    await expect(page).toHaveURL(new RegExp(`^${stack.url}/`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectHarmless(page, next)
    expect(watch()).toEqual([])
    await page.close()
    await context.clearCookies()
  }
})

async function makeWorld(stack: Stack): Promise<World> {
  const section = await addSection(stack.db)
  const reader = await stack.signIn('inj.reader')
  const blocker = await stack.signIn('inj.blocker')
  const second = await stack.signIn('inj.second')
  const operator = await stack.signIn('opal.operator')
  const visitor = stack.visitor()
  const file = await makePdf({ pages: 1, text: 'Notes' })
  const other = await makePdf({ pages: 1, text: 'More notes' })
  const { id: sessionId } = await makeSession(stack, reader, { rate: '', starts_on: dayAhead(stack, 9) })
  const authors: Author[] = []
  for (const [kind, text] of Object.entries(writings) as [WritingName, string][]) {
    const username = `inj.${kind}`
    const person = await stack.signIn(username)
    await accepted(
      person.call(profiles.save, {
        body: {
          name: `Name ${text}`,
          designation: `Role ${text}`,
          college: `College ${text}`,
          description: `About ${text}\n\n${text}`,
        },
      }),
    )
    const share = async (title: string, bytes: Buffer) => {
      const { body } = await accepted(
        person.call(posts.create, {
          body: {
            post_name: `${title} ${text}`,
            details: `Details ${text}\n\n${text}`,
            crn: section.crn,
            course_id: section.courseId,
            doc_url: await uploadDocument(person, bytes),
            doc_name: `File ${text}.pdf`,
          },
        }),
      )
      return body.post
    }
    const post = await share('Title', file)
    const hidden = await share('Hidden', other)
    await accepted(person.call(profiles.highlight, { body: { post_ids: [post.id] } }))
    await accepted(person.call(follows.follow, { body: { username: 'inj.reader' } }))
    await accepted(reader.call(follows.follow, { body: { username } }))
    await accepted(reader.call(posts.save, { body: { post_id: post.id, notes: `Notes ${text}` } }))
    const details = `Report ${text}\n\n${text}`
    const about = [{ post_id: post.id }, { post_id: hidden.id }, { username }]
    for (const subject of about) {
      await accepted(reader.call(reports.create, { body: { ...subject, reason: 'other', details } }))
    }
    // With these there are more reports than a page of the queue shows.
    for (const subject of about.slice(0, 2)) {
      await accepted(second.call(reports.create, { body: { ...subject, reason: 'other', details } }))
    }
    const reason = `Reason ${text}\n\n${text}`
    await accepted(operator.call(admin.hidePost, { body: { id: hidden.id, reason } }))
    await accepted(operator.call(admin.suspend, { body: { username, reason } }))
    await accepted(operator.call(admin.reinstate, { body: { username } }))
    await accepted(blocker.call(blocks.block, { body: { username } }))
    await accepted(
      visitor.call(support.send, {
        body: {
          category: 'other',
          message: `Message ${text}\n\n${text}`,
          name: `Sender ${text}`,
          email: `inj+${kind}@example.com`,
        },
      }),
    )
    // The suspension ended the login.
    const author = await stack.signIn(username)
    const boardId = await makeBoard(author, `Board ${text}`)
    await drawOn(author, boardId, [writing(`Drawn ${text}`)])
    const renamed = await makeBoard(author, 'Renamed')
    await accepted(
      author.call(boards.rename, { params: { id: renamed }, body: { title: `Renamed ${text}` } }),
    )
    const bookingId = await bookAuthor(reader, author, { post, text, place: authors.length })
    await enrolIn({ id: sessionId }, author)
    const taught = await teach(stack, author, reader, section, text)
    const metId = await complain(stack, { reader, operator, text, bookingId })
    const conversationId = await writeTo('inj.reader', author, text, file)
    const message = { conversation_id: conversationId, seq: 1 }
    await accepted(reader.call(reports.create, { body: { message, reason: 'other', details } }))
    const made = { bookingId, sessionId: taught, metId, conversationId, boardId }
    authors.push({ username, text, person, post, hidden, ...made })
  }
  return { authors, reader, section, sessionId }
}

/** Makes an author write to somebody, with a file; returns their conversation. */
async function writeTo(username: string, author: Person, text: string, file: Buffer): Promise<string> {
  const { id } = await startConversation(author, username)
  const sent = { name: `Sent ${text}.pdf`, type: 'application/pdf', bytes: file } as const
  const attachmentId = await uploadAttachment(author, id, sent)
  await accepted(author.call(attachments.accept, { params: { id: attachmentId } }))
  await write(author, id, `Said ${text}\n\n${text}`, { attachment_ids: [attachmentId] })
  return id
}

/**
 * Makes an author plan a session with the text in every field, enroll the reader, and skip its first
 * occurrence.
 */
async function teach(stack: Stack, author: Person, reader: Person, { crn }: Section, text: string) {
  const { id, upcoming } = await makeSession(stack, author, {
    title: `Session ${text}`,
    location: `Place ${text}`,
    rate: '',
    starts_on: dayAhead(stack, 10),
    repeat: true,
    repeat_days: [...weekdays],
    crns: [crn],
  })
  await enrolIn({ id }, reader)
  await accepted(author.call(sessions.update, { body: { id, editedDescription: `Plan ${text}\n\n${text}` } }))
  const skip = { occurrence_id: upcoming[0]!.id, remarks: `Skip ${text}` }
  await accepted(author.call(sessions.skip, { body: skip }))
  const { id: other } = await makeSession(stack, author, {
    title: `Invite ${text}`,
    rate: '',
    starts_on: dayAhead(stack, 11),
    start_time: '20:00',
    end_time: '21:00',
  })
  await accepted(author.call(invitations.send, { body: { id: other, invite: ['inj.reader'] } }))
  return id
}

type Lesson = { post: PostCard; text: string; place: number }

/** Makes the reader book the author, with texts from both; each author at another time. */
async function bookAuthor(reader: Person, author: Person, { post, text, place }: Lesson): Promise<string> {
  await accepted(author.call(profiles.save, { body: { hourly_rate: '20' } }))
  const hours = ['00:00 - 00:00']
  const schedule = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours }
  await accepted(author.call(schedules.save, { body: { schedule, timezone: 'UTC' } }))
  const tile = (await freeTiles(reader, post.id))[place]!
  const { id, url } = await hold(reader, post.id, tile, `Ask ${text}`)
  await pay(url)
  // The return asks the provider, so there is nothing to wait for.
  await accepted(reader.call(bookings.get, { params: { id }, query: {} }))
  const remarks = `Answer ${text}`
  await accepted(author.call(bookings.approve, { body: { bookingId: id, remarks, terms: true } }))
  return id
}

type Complaint = { reader: Person; operator: Person; text: string; bookingId: string }

/**
 * Makes the reader report a problem with a past meeting, and an operator settle it and refund a cent, which
 * the provider refuses.
 */
async function complain(stack: Stack, { reader, operator, text, bookingId }: Complaint): Promise<string> {
  const metId = await stack.db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: string }>`
      with met as (
        insert into bookings (post_id, topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents,
          refund_policy, held_until, student_agreed_at, created_at)
        select post_id, topic, tutor_id, student_id, created_at - interval '2 hours', created_at - interval '1 hour', 'completed',
          rate_cents, amount_cents, refund_policy, created_at, created_at, created_at
        from bookings where id = ${bookingId} returning *
      ), paid as (
        insert into payments (booking_id, amount_cents, state, payment_intent_id, created_at, paid_at)
        select id, amount_cents, 'paid', 'pi_of_' || id, created_at, created_at from met
      )
      insert into earnings (booking_id, tutor_id, amount_cents, available_at)
      select id, tutor_id, amount_cents, ends_at + interval '48 hours' from met returning booking_id as id`.execute(
      trx,
    )
    await takeIntoBooks(trx, stack.clock.now(), rows[0]!.id)
    return rows[0]!.id
  })
  const details = `Problem ${text}\n\n${text}`
  await accepted(
    reader.call(bookings.reportProblem, { body: { bookingId: metId, reason: 'other', details } }),
  )
  const told = { reason: `Settled ${text}\n\n${text}`, outcome: 'none' as const }
  await accepted(operator.call(admin.settleProblem, { body: { bookingId: metId, ...told } }))
  const gift = { amount: '0.01', reason: `Given ${text}\n\n${text}` }
  await controlPayments(stack, 'faults', { kind: 'refuse', path: '/v1/refunds' })
  await accepted(operator.call(admin.refundBooking, { body: { bookingId, ...gift } }))
  await stack.jobsDone()
  const { failed_refunds: failed } = (await accepted(operator.call(admin.money))).body
  const refused = failed.find(one => one.booking_id === bookingId)!
  const paid = { id: refused.id, reason: `Otherwise ${text}\n\n${text}` }
  await accepted(operator.call(admin.settleRefund, { body: paid }))
  return metId
}

async function accepted<T extends { status: number; problem: { detail: string } }>(
  answering: Promise<T>,
): Promise<T> {
  const answer = await answering
  if (answer.status !== 200) throw new Error(`Refused: ${answer.status} ${answer.problem.detail}`)
  return answer
}

function all(authors: Author[], field: string): string[] {
  return authors.map(({ text }) => `${field} ${text}`)
}

/** Titles as cards show them: the first 50 characters. */
function cards(authors: Author[], field: string): string[] {
  return all(authors, field).map(title => [...title].slice(0, 50).join('').trimEnd())
}

function isBy(kind: string) {
  return ({ username }: Author) => username === `inj.${kind}`
}

/** Notices anything that a page does because of a text; returns what it noticed. */
function watched(page: Page): () => string[] {
  const noticed: string[] = []
  page.on('dialog', dialog => {
    noticed.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => noticed.push(`error: ${error.message}`))
  page.on('console', message => {
    // An address without a post gets a 404, which the browser and the router report by themselves.
    const isAnswer = /^(Failed to load resource|ProblemError: )/.test(message.text())
    if (message.type() === 'error' && !isAnswer) noticed.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    const { pathname, host } = new URL(request.url())
    if (pathname === '/inj' || host === 'inj.example') noticed.push(`request: ${request.url()}`)
  })
  return () => noticed
}

/** Opens a page and checks that it shows the texts, narrow and wide, as nothing but text. */
async function look(page: Page, path: string, texts: string[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await see(page, path, texts)
  await page.setViewportSize({ width: 1440, height: 900 })
  await see(page, path, texts)
}

/** A statement loads more by its button, ten lines at a time. */
async function lookAtStatement(page: Page, texts: string[]): Promise<void> {
  const path = '/profile/wallet?tab=transactions&filter=payments'
  await page.goto(path)
  const lines = page.getByRole('listitem')
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(lines.first()).toBeVisible()
  while (await more.isVisible()) {
    const before = await lines.count()
    await more.click()
    await expect.poll(() => lines.count()).toBeGreaterThan(before)
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await see(page, path, texts)
  }
}

async function see(page: Page, where: string, texts: string[]): Promise<void> {
  await page.evaluate(() => Object.assign(window, { seenTexts: [] }))
  // Long lists only draw nearby rows, so the test scrolls through them.
  const missing = () =>
    page.evaluate(wanted => {
      const seen = (window as unknown as { seenTexts: string[] }).seenTexts
      const inputs = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      const text = `${document.body.textContent}\n${inputs.map(input => input.value).join('\n')}`
      seen.push(...wanted.filter(one => text.includes(one)))
      const { scrollY, innerHeight } = window
      window.scrollTo(0, scrollY + innerHeight < document.body.scrollHeight ? scrollY + innerHeight / 2 : 0)
      return wanted.filter(one => !seen.includes(one))
    }, texts)
  await expect.poll(missing, { message: where, intervals: [50] }).toEqual([])
  await expectHarmless(page, where)
}

async function seeDialog(page: Page, texts: string[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const title = await dialog.getAttribute('aria-label')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await see(page, `the dialog ${title}`, texts)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

/** No element, attribute or address in the page came from a text, and nothing overflows to the side. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')]
    const injected = elements
      .filter(element => {
        const attributes = [...element.attributes]
        const addresses = attributes.filter(({ name }) => /^(src|href|action|formaction|srcdoc)$/.test(name))
        return (
          element.matches('.inj') ||
          attributes.some(({ name }) => /^on/.test(name)) ||
          addresses.some(({ value }) => /^\s*(javascript|vbscript|data:text)/i.test(value))
        )
      })
      .map(element => element.outerHTML.slice(0, 200))
    const root = document.documentElement
    const wide = root.scrollWidth > root.clientWidth
    const outside = !wide
      ? []
      : elements
          .filter(element => element.getBoundingClientRect().right > root.clientWidth + 1)
          .map(element => element.outerHTML.slice(0, 160))
          .slice(0, 8)
    return { hit: '__hit' in window, injected, wide, outside }
  })
  expect({ where, ...found }).toEqual({ where, hit: false, injected: [], wide: false, outside: [] })
}
