import type { Page } from '@playwright/test'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { makePng } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

/** A tutor with a post, a session and hours, and a follower. */
async function makeTaught(stack: Stack, username: string) {
  const tutor = await stack.signIn(username)
  await tutor.call(profiles.save, {
    body: { name: 'Vera Visited', designation: 'Tutor', college: 'Riverbend State University' },
  })
  await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  const post = await addPost(tutor, await addSection(stack.db), {
    name: 'Heaps and priority queues',
    details: 'Week 6, with the proofs.',
    picture: await makePng(),
  })
  const session = await makeSession(stack, tutor, {
    title: 'Heaps, together',
    starts_on: dayAhead(stack, 3),
    location: 'Room 214, North Hall',
  })
  const follower = await stack.signIn(`${username}.follower`)
  await follower.call(follows.follow, { body: { username } })
  await follower.call(enrolments.enrol, { body: { id: session.id } })
  return { tutor, post, session, follower }
}

/** Through the provider's page, as a person who has an account. */
async function signIn(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.edu`)
  await page
    .getByRole('button', { name: /sign in|continue/i })
    .last()
    .click()
}

test(
  'a shared post opens for a visitor, and Book leads through the sign-in to the booking',
  { tag: '@phone' },
  async ({ page, stack, expectAccessible }, { project }) => {
    const username = `visited.${project.name}`
    const student = `booker.${project.name}`
    const { post } = await makeTaught(stack, username)
    await stack.signIn(student)
    await page.goto(`/ignite/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Heaps and priority queues' })).toBeVisible()
    await expect(page.getByText('Week 6, with the proofs.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Vera Visited' })).toBeVisible()
    await expect(page.getByText('CRN').first()).toBeVisible()
    const picture = page.locator(`main img[src="${post.thumb_url}"]`)
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'View Document' }).click()
    await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fread%2F${post.id}`))
    await page.goBack()
    await page.getByRole('link', { name: /^Book Session with/ }).click()
    await signIn(page, student)
    await expect(page).toHaveURL(new RegExp(`/ignite/${post.id}\\?book=time`))
    await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible()
  },
)

test('the sign-in at a shared page’s foot leads back to it', async ({ page, stack }) => {
  const { post } = await makeTaught(stack, 'visited.foot')
  await stack.signIn('foot.reader')
  await page.goto(`/ignite/${post.id}`)
  await page.locator('footer').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'foot.reader')
  await expect(page).toHaveURL(`/ignite/${post.id}`)
})

test(
  'a shared profile and a shared session show what is offered, and neither counts nor addresses',
  { tag: '@phone' },
  async ({ page, stack, expectAccessible }, { project }) => {
    const username = `shown.${project.name}`
    const { session } = await makeTaught(stack, username)
    const received: Promise<string>[] = []
    page.on('response', response => {
      const type = response.headers()['content-type'] ?? ''
      if (/json|html/.test(type)) received.push(response.text().catch(() => ''))
    })
    await page.goto(`/profile/${username}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Vera Visited' })).toBeVisible()
    await expect(
      main.getByText('Tutor · Riverbend State University').filter({ visible: true }).first(),
    ).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Next free slots' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Heaps, together' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Heaps and priority queues' })).toBeVisible()
    await expect(main.getByText(/follower/)).toHaveCount(0)
    // All posts are of this CRN, so only the answer tells that they were narrowed.
    const narrowed = page.waitForResponse(answer => new URL(answer.url()).searchParams.has('crn'))
    await main.getByLabel('CRN').selectOption({ index: 1 })
    await expect(page).toHaveURL(/\?crn=/)
    await narrowed
    await expect(main.getByRole('heading', { name: 'Heaps and priority queues' })).toBeVisible()
    await expectAccessible(page)

    await main.getByRole('link', { name: 'Heaps, together' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Heaps, together' })).toBeVisible()
    await expect(main.getByText('$30 an hour', { exact: true })).toBeVisible()
    await expect(main.getByText('In person; sign in to see where')).toBeVisible()
    await expect(main.getByText('Room for 50').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/sessions/${session.id}`)
    await expect(main.getByRole('link', { name: 'Enroll' })).toBeVisible()

    const texts = await Promise.all(received)
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts) {
      expect(text).not.toMatch(/@example\.edu|North Hall|"(followers|following|attendees|taken)":\d/)
    }
  },
)

test('Follow, Enroll and Save are done after the sign-in, once, and only for the person who pressed them', async ({
  stack,
  openDevice,
}) => {
  const { post, session } = await makeTaught(stack, 'acted.tutor')
  await stack.signIn('acting.student')
  const context = await openDevice()
  const page = await context.newPage()

  await page.goto('/profile/acted.tutor')
  await page.getByRole('link', { name: 'Follow Vera Visited' }).click()
  await signIn(page, 'acting.student')
  await expect(page).toHaveURL(/\/profile\/acted\.tutor$/)
  await expect(page.getByRole('button', { name: /^Following/ })).toBeVisible()
  const unfollowed = page.waitForResponse(`**${follows.unfollow.path}`)
  await page.getByRole('button', { name: /^Following/ }).click()
  await expect(page.getByRole('button', { name: 'Follow Vera Visited' })).toBeVisible()
  await unfollowed
  await page.reload()
  await expect(page.getByRole('button', { name: 'Follow Vera Visited' })).toBeVisible()

  await context.clearCookies()
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('link', { name: 'Enroll' }).click()
  await signIn(page, 'acting.student')
  await expect(page.getByText('You’re enrolled in “Heaps, together”.')).toBeVisible()
  await expect(page.getByText('Room 214, North Hall')).toBeVisible()

  await context.clearCookies()
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'Save' }).click()
  await signIn(page, 'acting.student')
  await expect(page.getByText('Post saved successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit saved post' })).toBeVisible()
})

test('a newcomer who returns from the provider with Back can continue again', async ({ page }) => {
  // The browser shows the page as it was left: here, it isn't left at all.
  await page.route(`**${logins.start.path}`, route =>
    route.fulfill({ json: { status: 'success', url: '#left', redirect: true } }),
  )
  await page.goto('/age?provider=google')
  await page.getByLabel('Month').selectOption('May')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('2000')
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await expect(page).toHaveURL(/#left$/)
  await expect(next).toBeDisabled()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(next).toBeEnabled()
})

test('what opens over a page leads a visitor to the sign-in, and what isn’t there stays away', async ({
  page,
  stack,
}) => {
  const { post, session } = await makeTaught(stack, 'guarded.tutor')
  for (const path of [
    `/ignite/${post.id}?book=time`,
    `/ignite/${post.id}?create=upload`,
    '/profile/guarded.tutor?list=followers',
    '/profile/guarded.tutor/followers',
    `/sessions/${session.id}?show=invite`,
    `/sessions/${session.id}/edit`,
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(url => url.searchParams.get('next') === path)
  }
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', post.id)
    .execute()
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByText('This post isn’t here anymore')).toBeVisible()
})

test('the landing page’s line changes every 3 seconds', async ({ page }) => {
  const lines = [
    'Share the notes you’re proud of.',
    'Find the page you missed.',
    'List your classes, find your people.',
    'Book an hour with someone who gets it.',
  ].map(line => page.getByText(line, { exact: true }))
  const opened = Date.now()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: opened })
  await page.goto('/')
  await page.clock.pauseAt(opened + 60_000)
  const shown = await Promise.all(lines.map(line => line.isVisible()))
  expect(shown.filter(Boolean)).toHaveLength(1)
  const first = shown.indexOf(true)
  for (let turn = 1; turn <= lines.length; turn++) {
    await page.clock.runFor(3_000)
    await expect(lines[(first + turn) % lines.length]!).toBeVisible()
    await expect(lines[(first + turn - 1) % lines.length]!).toBeHidden()
  }
})

test('visitors’ pages are drawn by the server', async ({ stack, request }) => {
  const { post, session } = await makeTaught(stack, 'drawn.tutor')
  for (const [path, texts] of [
    [`/ignite/${post.id}`, ['Heaps and priority queues', 'Week 6, with the proofs.', 'Vera Visited']],
    [
      '/profile/drawn.tutor',
      ['Vera Visited', 'Next free slots', 'Heaps, together', 'All Posts', 'Heaps and priority queues'],
    ],
    [`/sessions/${session.id}`, ['Heaps, together', 'Vera Visited', 'Eastern Time']],
  ] as const) {
    // The first drawing of a page includes loading its code.
    await expect(async () => {
      const html = await (await request.get(stack.url + path, { headers: { accept: 'text/html' } })).text()
      const drawn = html.slice(html.indexOf('<div id="root">'))
      for (const text of texts) expect(drawn, path).toContain(text)
    }).toPass()
  }
})

test('a visitor whose former sign-in is gone finds support on the login page', async ({ page }) => {
  await page.goto('/login?error=other_way&provider=google')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You can’t sign in this way.')
  await expect(alert.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/faq?contact=1')
})
