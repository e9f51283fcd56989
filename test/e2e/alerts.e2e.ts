import type { Route } from '@playwright/test'
import { sql } from 'kysely'
import { subscriptionToken } from '#server/product/alerts/subscription.ts'
import { alerts } from '#shared/api/alerts.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { factsOfEachKind } from '../factories/alert-facts.ts'
import { addAlert, signing } from '../factories/alerts.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { tellTime } from './own-clock.ts'

const idOf = async (person: Person) => (await person.call(profiles.own)).body.profile.id

/** Somebody new follows a person. */
async function followAs(stack: Stack, name: string, username: string): Promise<void> {
  const person = await stack.signIn(name)
  await person.call(follows.follow, { body: { username } })
}

test.describe('alerts', () => {
  test(
    'count up while the page is open, can be read, and come back unread',
    { tag: '@phone' },
    async ({ stack, openAs, expectAccessible }, { project }) => {
      const me = `alma.${project.name}`
      const { page, person } = await openAs(me)
      // The alerts are grouped by day.
      await tellTime(stack, page)
      await page.goto('/explore')
      const link = page.getByRole('link', { name: /^Alerts/ }).filter({ visible: true })
      await expect(link).not.toContainText('unread')
      await expect(page).toHaveTitle('Explore · Ignite')
      await page.getByRole('link', { name: 'Find a tutor' }).click()
      await expect(page).toHaveTitle('Tutors · Ignite')
      await followAs(stack, `ben.${project.name}`, me)
      await expect(link).toContainText('1 unread')
      await expect(page).toHaveTitle('(1) Tutors · Ignite')

      await link.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
      const today = page.getByRole('region').filter({ has: page.getByRole('heading', { name: 'Today' }) })
      await expect(today.getByRole('link', { name: /started following you \(unread\)/ })).toBeVisible()
      await followAs(stack, `carl.${project.name}`, me)
      await followAs(stack, `dee.${project.name}`, me)
      await expect(
        today.getByRole('link', { name: /^Dee .* and 2 others started following you/ }),
      ).toBeVisible()
      await expectAccessible(page)

      await today.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('menuitem', { name: 'Mark as read' }).click()
      await expect(link).not.toContainText('unread')
      await page.getByRole('link', { name: 'Unread' }).click()
      await expect(page.getByText('No unread alerts')).toBeVisible()
      await page.getByRole('link', { name: 'Show all alerts' }).click()
      await expect(page).toHaveURL(/\/notifications$/)

      const id = await idOf(person)
      const ids = { other: id, booking: id, session: id, post: id, conversation: id }
      for (const [kind, facts] of Object.entries(factsOfEachKind(ids))) await addAlert(stack, id, kind, facts)
      await page.reload()
      const lines = page.getByRole('main').getByRole('listitem')
      await expect(lines).toHaveCount(30)
      await page.mouse.wheel(0, 20_000)
      await expect(page.getByText('You’re all caught up.')).toBeVisible()
      await page.evaluate(() => scrollTo({ top: 900 }))
      await followAs(stack, `eve.${project.name}`, me)
      await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
      const marks = page.getByRole('main').getByText('(unread)')
      const before = await marks.count()
      const { data } = (await person.call(alerts.list)).body
      await person.call(alerts.mark, { body: { ids: [data[1]!.id], read: true } })
      await expect(marks).toHaveCount(before - 1)
      const { body: further } = await person.call(alerts.list, { query: { cursor: data.at(-1)!.id } })
      await person.call(alerts.mark, { body: { ids: [further.data[0]!.id], read: true } })
      await expect(marks).toHaveCount(before - 2)
      await page.getByRole('button', { name: '1 new' }).click()
      await expect(lines.first()).toContainText(/Eve/)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

      const markAll = page.getByRole('button', { name: 'Mark all as read' })
      await markAll.press('Enter')
      const undo = page.getByRole('button', { name: 'Undo' })
      await undo.hover()
      await expect(link).not.toContainText('unread')
      await expect(markAll).toBeDisabled()
      await expect(markAll).toBeFocused()
      await expect(page.getByRole('main').getByText('(unread)')).toHaveCount(0)
      await undo.click()
      await expect(link).toContainText(/\d+ unread/)
      await lines.filter({ hasText: 'You can withdraw now' }).getByRole('link').click()
      await expect(page).toHaveURL(/\/profile\/wallet/)
    },
  )

  test('that come while somebody reads are counted and listed when they return', async ({
    stack,
    openAs,
  }) => {
    const post = await addPost(await stack.signIn('writer.of.notes'), await addSection(stack.db))
    const { page } = await openAs('rita.reads')
    await page.goto(`/ignite/${post.id}`)
    const link = page.getByRole('link', { name: /^Alerts/ }).filter({ visible: true })
    // It listens by now, and has the list.
    await followAs(stack, 'fan.first', 'rita.reads')
    await expect(link).toContainText('1 unread')
    await link.click()
    await expect(page.getByRole('link', { name: /^Fan First/ })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'View Document' }).click()
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
    await followAs(stack, 'fan.second', 'rita.reads')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(link).toContainText('2 unread')
    await link.click()
    await expect(page.getByRole('link', { name: /^Fan Second/ })).toBeVisible()
    // The first answer about it may be lost.
    await page.route(
      url => url.pathname === alerts.list.path,
      route => route.abort(),
      { times: 1 },
    )
    await followAs(stack, 'fan.third', 'rita.reads')
    await expect(page.getByRole('link', { name: /^Fan Third/ })).toBeVisible()
  })

  test('read in another tab don’t stay unread in the tab that shows the unread ones', async ({
    stack,
    openAs,
  }) => {
    const { page, person } = await openAs('una.reads')
    const me = await idOf(person)
    const ids = { other: me, booking: me, session: me, post: me, conversation: me }
    const [some, others] = Object.entries(factsOfEachKind(ids))
    for (const [kind, facts] of [some!, others!]) await addAlert(stack, me, kind, facts)
    await page.goto('/notifications?tab=unread')
    const unread = page.getByRole('main').getByText('(unread)')
    await expect(unread).toHaveCount(2)
    // Its connection is there once it hears of this.
    await followAs(stack, 'fay.follows', 'una.reads')
    await expect(unread).toHaveCount(3)
    const { body } = await person.call(alerts.list, { query: { unread: 'true' } })
    await person.call(alerts.mark, { body: { ids: [body.data[1]!.id], read: true } })
    await expect(unread).toHaveCount(2)
    await person.call(alerts.markAll, { body: { seen: body.seen } })
    await expect(unread).toHaveCount(0)
  })

  test('of a session that is deleted leave an open list, and marking one as read then is no error', async ({
    stack,
    openAs,
  }) => {
    const owner = await stack.signIn('olga.deletes')
    const { page, person } = await openAs('ivo.invited')
    await person.call(follows.follow, { body: { username: 'olga.deletes' } })
    const invite = async (title: string, start_time: string, end_time: string) => {
      const { id } = await makeSession(stack, owner, { title, start_time, end_time })
      await owner.call(invitations.send, { body: { id, invite: ['ivo.invited'] } })
      return id
    }
    const heaps = await invite('Heaps', '10:00', '11:00')
    const trees = await invite('Trees', '12:00', '13:00')
    await page.goto('/notifications')
    const line = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    await expect(line('Heaps')).toBeVisible()
    // Its connection is there once it hears of this.
    await followAs(stack, 'fee.follows', 'ivo.invited')
    await expect(line('Fee Follows')).toBeVisible()
    await owner.call(sessions.remove, { body: { id: heaps } })
    await expect(line('Heaps')).toHaveCount(0)
    await expect(line('Trees')).toBeVisible()

    await page.route(`**${alerts.list.path}?*`, route => route.fulfill({ status: 500, body: '' }))
    const refused = (unreadOnly: boolean) =>
      page.waitForResponse(
        answer =>
          answer.url().includes(`${alerts.list.path}?`) &&
          answer.url().includes('unread=true') === unreadOnly &&
          answer.status() === 500,
      )
    // It also asks for the unread ones alone: what those lack is shown as read.
    const failed = Promise.all([false, true].map(refused))
    await owner.call(sessions.remove, { body: { id: trees } })
    const link = page.getByRole('link', { name: /^Alerts/ }).filter({ visible: true })
    await expect(link).toContainText('1 unread')
    await failed
    await page.unroute(`**${alerts.list.path}?*`)
    await line('Trees')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Mark as read' }).click()
    await expect(line('Trees')).toHaveCount(0)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    // It would come after an error, which goes by itself.
    await expect(page.getByText('Marked 1 alert as read.')).toBeVisible()
    expect(await page.getByText('We couldn’t find that alert.').count()).toBe(0)
  })

  test('are read once somebody opens their mail’s link, which the address forgets', async ({
    stack,
    openAs,
  }) => {
    const { page, person } = await openAs('lena.mailed')
    await person.call(alerts.prefer, { body: { group: 'follows', channel: 'mail', wanted: true } })
    await followAs(stack, 'ned.mails', 'lena.mailed')
    await stack.jobsDone()
    const answer = await fetch(`${stack.url}/local/mail/messages?to=lena.mailed@example.edu`)
    const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] }
    const { text } = messages.find(({ subject }) => subject.includes('following'))!
    expect((await person.call(alerts.unread)).body.unread).toBe(1)
    await page.goto(/https?:\S+\/profile\/ned\.mails\S*/.exec(text)![0])
    await expect(page.getByRole('heading', { level: 1, name: 'Ned Mails' })).toBeVisible()
    await expect.poll(async () => (await person.call(alerts.unread)).body.unread).toBe(0)
    await expect(page).toHaveURL(`${stack.url}/profile/ned.mails`)
    await expect(page.getByRole('link', { name: /^Alerts/ }).first()).not.toContainText('unread')
    const foreign = '0199aaaa-0000-7000-8000-000000000009'
    await page.goto(`/profile/ned.mails?alert=${foreign}`)
    await expect(page).toHaveURL(`${stack.url}/profile/ned.mails`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ned Mails' })).toBeVisible()
  })

  test('say so when loading fails, and can be changed in the settings or ended from a mail', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('flora.chooses')
    // One rule from the start: between two, the live connection may ask and be answered.
    let decide = (route: Route) => route.fulfill({ status: 500, body: '' })
    await page.route(`**${alerts.list.path}?*`, route => decide(route))
    await page.goto('/notifications')
    await expect(page.getByText('Your alerts didn’t load')).toBeVisible()
    const { promise: failing, resolve: fail } = Promise.withResolvers<void>()
    decide = async route => {
      await failing
      await route.fulfill({ status: 500, body: '' })
    }
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.press('Enter')
    await expect(retry).toHaveAttribute('aria-busy', 'true')
    fail()
    await expect(retry).not.toHaveAttribute('aria-busy')
    await expect(retry).toBeFocused()
    decide = route => route.continue()
    await retry.press('Enter')
    await expect(page.getByText('No alerts yet')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Notification settings' }).last().click()

    const money = page.getByRole('checkbox', { name: 'Money: email, always on' })
    await expect(money).toBeChecked()
    await expect(money).toBeDisabled()
    const inApp = page.getByRole('checkbox', { name: 'Followers: on ignite' })
    await inApp.focus()
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Followers: email' }).click()
    await expect
      .poll(async () => (await person.call(alerts.preferences)).body.data)
      .toContainEqual({ group: 'follows', in_app: false, mail: true })
    await expectAccessible(page)
    await page.reload()
    await expect(inApp).not.toBeChecked()

    const mailed = async () =>
      (await person.call(alerts.preferences)).body.data.flatMap(({ group, mail }) => (mail ? [group] : []))
    const before = await mailed()
    const choices = `**${alerts.prefer.path}`
    const asked: string[] = []
    await page.route(choices, route => {
      const method = route.request().method()
      asked.push(method)
      return method === alerts.prefer.method ? route.fulfill({ status: 500, body: '' }) : route.continue()
    })
    await page.getByRole('button', { name: 'Send fewer' }).click()
    await expect(page.getByText('some error happened')).toHaveCount(1)
    await expect(page.getByRole('checkbox', { name: 'Messages: email' })).toBeChecked()
    // What is chosen comes back once all have failed: before, a second click would leave out those on their way.
    expect(asked.filter(method => method !== alerts.prefer.method)).toHaveLength(1)
    expect(asked.at(-1)).not.toBe(alerts.prefer.method)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.unroute(choices)
    await page.getByRole('button', { name: 'Send fewer' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect.poll(mailed).toEqual(['meetings', 'money', 'account'])
    await expect(page.getByRole('checkbox', { name: 'Messages: email' })).not.toBeChecked()
    await expect(money).toBeChecked()
    await undo.click()
    await expect.poll(mailed).toEqual(before)

    const userId = await idOf(person)
    const token = subscriptionToken(signing, { userId, group: 'follows', from: stack.clock.now() })
    await page.goto(`${alerts.unsubscribe.path}?token=${token}`)
    await expect(page.getByText('Stop emails about “Followers”?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop these emails' }).click()
    await expect(page.getByText('You won’t get any more emails about “Followers”')).toBeVisible()
    await page.goto(`${alerts.unsubscribe.path}?token=${token}x`)
    await expect(page.getByText('This link is incomplete or has expired.')).toBeVisible()
  })

  test('come by email only to a confirmed address whose mailbox takes them, and the settings say so to others', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { page } = await openAs('una.unmailed')
    await page.goto('/profile/settings?tab=notifications')
    const note = page.getByText(
      'Your provider hasn’t confirmed una.unmailed@example.edu, so we can’t email you',
    )
    const fewer = page.getByRole('button', { name: 'Send fewer' })
    await expect(fewer).toBeVisible()
    await expect(note).toHaveCount(0)
    await sql`update users set email_verified = false where username = 'una.unmailed'`.execute(stack.db)
    await page.reload()
    await expect(note).toBeVisible()
    await expect(fewer).toHaveCount(0)
    await expectAccessible(page)

    await sql`update users set email_verified = true, email_refused_at = now()
      where username = 'una.unmailed'`.execute(stack.db)
    const rejected = page.getByText('The mailbox una.unmailed@example.edu rejected our last email')
    await page.goto('/profile/settings?tab=account')
    await expect(rejected).toBeVisible()
    await page.goto('/profile/settings?tab=notifications')
    await expect(rejected).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rejected).toHaveCount(0)
    await expect(fewer).toBeVisible()
  })
})
