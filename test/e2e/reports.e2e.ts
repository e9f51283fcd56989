import { admin } from '#shared/api/admin.ts'
import { messages } from '#shared/api/messages.ts'
import { posts } from '#shared/api/posts.ts'
import { reports } from '#shared/api/reports.ts'
import { support } from '#shared/api/support.ts'
import { sendPicture } from '../factories/attachments.ts'
import { addSection } from '../factories/catalog.ts'
import { makeConversation, write } from '../factories/conversations.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { warns } from './warns.ts'

const reason = 'It holds the answers of an exam that is still being written.'

async function sharePost(stack: Stack, author: string, name: string) {
  const person = await stack.signIn(author)
  return addPost(person, await addSection(stack.db), { name, details: `All about ${name}.` })
}

// The queue shows twenty at first, and other files leave theirs in it.
test.beforeEach(({ stack }) => stack.db.deleteFrom('reports').execute())

test.describe('reporting', () => {
  test('a post says what happens next, and keeps the text when it fails', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'rep.author', 'Reported once')
    const { page } = await openAs('rep.reader')
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('button', { name: /^More: / }).click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await expect(dialog).toContainText('“Reported once” by Rep Author')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Choose a reason.')).toBeVisible()
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await dialog.getByRole('radio', { name: /exam/ }).check()
    await dialog.getByRole('textbox', { name: 'Details' }).fill('Page 3 is the midterm.')
    await expectAccessible(page)

    await page.route('**/api/report', route => route.abort())
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText(/can’t reach Ignite/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('Page 3 is the midterm.')
    await expect.poll(() => warns(page)).toBe(true)
    await page.unroute('**/api/report')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    const thanks = page.getByRole('dialog', { name: 'Thank you' })
    await expect(thanks).toContainText('We got your report.')
    await expect.poll(() => warns(page)).toBe(false)
    await thanks.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const kept = await stack.db.selectFrom('reports').selectAll().where('post_id', '=', post.id).execute()
    expect(kept).toMatchObject([{ reason: 'integrity', details: 'Page 3 is the midterm.', state: 'open' }])
  })

  test('a person goes from their profile to the operators’ queue, which nobody else can open', async ({
    stack,
    openAs,
  }) => {
    await stack.signIn('rude.person')
    const { page } = await openAs('hurt.person')
    await page.goto('/profile/rude.person')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /harasses/ }).check()
    await dialog.getByRole('textbox', { name: 'Details' }).fill('Wrote to me every night.')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t find that page' })).toBeVisible()
    await page.goto('/explore')
    await page.getByRole('button', { name: /Your account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Operators' })).toHaveCount(0)

    const { page: operator } = await openAs('opal.operator')
    await operator.goto('/admin')
    const report = operator.getByRole('article').filter({ hasText: '@rude.person' })
    await expect(report).toContainText('Wrote to me every night.')
    await report.getByRole('button', { name: 'Dismiss' }).click()
    await expect(report).toHaveCount(0)
    await operator.getByRole('link', { name: 'Dismissed' }).click()
    await expect(report).toContainText('Wrote to me every night.')
  })
})

test.describe('an operator', () => {
  test('hides a reported post with a reason, and others find it nowhere', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'hid.author', 'Hidden gladiolus')
    const { page: reader, person } = await openAs('hid.reader')
    await person.call(reports.create, {
      body: { post_id: post.id, reason: 'integrity', details: 'Look at page 2.' },
    })
    const { page } = await openAs('opal.operator')
    await page.goto('/explore')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Operators' }).click()
    await expect(page).toHaveURL(/\/admin$/)
    const report = page.getByRole('article').filter({ hasText: 'Hidden gladiolus' })
    await expect(report).toContainText('Look at page 2.')
    await expect(page.getByRole('link', { name: /^Reports \d+ open$/ })).toBeVisible()
    await expect(report).toContainText('by Hid Reader')
    await expect(report.getByRole('link', { name: /Open document/ })).toHaveAttribute(
      'href',
      `/read/${post.id}`,
    )
    await expectAccessible(page)

    await report.getByRole('button', { name: 'Hide post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide this post?' })
    await expect(dialog).toContainText('disappears from every feed, search, saved list and link')
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(dialog.getByText('Reason is required.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(page.getByText('“Hidden gladiolus” is hidden.')).toBeVisible()
    await expect(report).toHaveCount(0)
    await page.getByRole('link', { name: 'Upheld' }).press('Enter')
    await expect(report.getByText(reason)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Upheld' })).toBeFocused()
    await page.goto(`/ignite/${post.id}`)
    await expect(page.getByText(reason)).toBeVisible()

    await reader.goto(`/ignite/${post.id}`)
    await expect(reader.getByText('This post isn’t here anymore')).toBeVisible()
    await reader.goto('/search?text=gladiolus&type=posts')
    await expect(reader.getByRole('heading', { name: 'Nothing found for “gladiolus”' })).toBeVisible()
    await expect(reader.getByText('Hidden gladiolus')).toHaveCount(0)
  })

  test('opens the files of a reported message, even after its sender deleted it', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const [pia, quin] = [await stack.signIn('pia.pictures'), await stack.signIn('quin.quiet')]
    const conversation_id = await makeConversation([pia, 'pia.pictures'], [quin, 'quin.quiet'])
    const attachment_ids = [await sendPicture(pia, conversation_id)]
    const { seq } = await write(pia, conversation_id, 'Look at this.', { attachment_ids })
    await quin.call(reports.create, { body: { message: { conversation_id, seq }, reason: 'harassment' } })
    await pia.call(messages.remove, { params: { id: conversation_id, seq } })
    await stack.jobsDone()
    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const report = page.getByRole('article').filter({ hasText: 'Look at this.' })
    const file = report.getByRole('button', { name: 'plan.png' })
    await expect(file).toBeVisible()
    await expectAccessible(page)
    const fetched = page.context().waitForEvent('response', answer => answer.url().includes('/storage/'))
    await file.click()
    expect((await fetched).status()).toBe(200)
    await report.getByRole('button', { name: 'Uphold' }).click()
    await expect(report).toHaveCount(0)
  })

  test('removes a post from feeds, saved lists and the reader at once', async ({ stack, openAs }) => {
    const gone = await sharePost(stack, 'out.author', 'Removed larkspur')
    const suspended = await sharePost(stack, 'out.other', 'Suspended larkspur')
    await sharePost(stack, 'out.third', 'Poppy, which stays')
    const operator = await stack.signIn('opal.operator')
    const { page, person } = await openAs('out.reader')
    for (const { id } of [gone, suspended]) {
      await person.call(posts.save, { body: { post_id: id, notes: 'For later.' } })
    }
    const cards = page.getByRole('article', { name: /larkspur/ })
    await page.goto('/profile?tab=saved')
    await expect(cards).toHaveCount(2)
    await operator.call(admin.removePost, { body: { id: gone.id, reason } })
    await operator.call(admin.suspend, { body: { username: 'out.other', reason } })

    await page.reload()
    await expect(page.getByRole('heading', { name: 'No saved posts yet' })).toBeVisible()
    await expect(page.getByText(/^Posts you save show up here/)).toBeVisible()
    await page.goto('/explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(cards).toHaveCount(0)
    for (const { id } of [gone, suspended]) {
      await page.goto(`/read/${id}`)
      await expect(page.getByRole('alert')).toContainText('This document isn’t available')
    }
    await page.goto('/profile/out.other')
    await expect(page.getByRole('heading', { name: 'We couldn’t find that person' })).toBeVisible()
    await operator.call(admin.reinstate, { body: { username: 'out.other' } })
    await page.goto('/profile?tab=saved')
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('For later.')
  })

  test('finishes what was half done: a hidden post’s report is upheld at the second attempt', async ({
    stack,
    openAs,
  }) => {
    const post = await sharePost(stack, 'half.author', 'Half foxglove')
    const reader = await stack.signIn('half.reader')
    await reader.call(reports.create, { body: { post_id: post.id, reason: 'integrity' } })
    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const report = page.getByRole('article').filter({ hasText: 'Half foxglove' })
    await report.getByRole('button', { name: 'Hide post' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not yours to share.')
    await page.route(
      `**${admin.closeReport.path}`,
      route => route.fulfill({ status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }),
      { times: 1 },
    )
    await page.route(
      `**${admin.hidePost.path}`,
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(dialog.getByText('Something went wrong')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(page.getByText('“Half foxglove” is hidden.')).toBeVisible()
    await expect(report).toHaveCount(0)
  })

  test('is told when a colleague hid a post first, whose author reads why, and can show it again', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'shown.author', 'Hidden foxglove')
    const reader = await stack.signIn('shown.reader')
    await reader.call(reports.create, { body: { post_id: post.id, reason: 'integrity' } })
    const { page, person } = await openAs('opal.operator')
    await page.goto('/admin')
    const report = page.getByRole('article').filter({ hasText: 'Hidden foxglove' })
    await report.getByRole('button', { name: 'Hide post' }).click()
    await person.call(admin.hidePost, { body: { id: post.id, reason } })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('My own reason.')
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(dialog.getByText('This post is already hidden.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(report).toContainText(reason)

    const { page: author } = await openAs('shown.author')
    await author.goto('/profile')
    const decisions = author.getByRole('region', { name: 'From the Ignite team' })
    await expect(decisions).toContainText('Hidden foxglove was hidden from everyone but you')
    await expect(decisions).toContainText(reason)
    await decisions.getByRole('link', { name: 'Hidden foxglove' }).click()
    await expect(author).toHaveURL(`/ignite/${post.id}`)
    await expect(author.getByText(`Hidden from everyone but you. ${reason}`)).toBeVisible()
    await expectAccessible(author)
    await author.goto('/explore')
    await expect(author.getByRole('article', { name: 'Hidden foxglove' })).toContainText(reason)

    await report.getByRole('button', { name: 'Show post again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show post again' }).click()
    await expect(page.getByText('“Hidden foxglove” is visible again.')).toBeVisible()
    await expect(report.getByRole('button', { name: 'Hide post' })).toBeVisible()
    expect((await reader.call(posts.get, { params: { id: post.id } })).status).toBe(200)
  })

  test('finds the account behind a message to support, suspended or not, and closes it', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const writer = await stack.signIn('sup.writer')
    await writer.call(support.send, { body: { category: 'account', message: 'Please erase all of me.' } })
    await stack.visitor().call(support.send, {
      body: { category: 'account', message: 'Me too.', name: 'Sup Writer', email: 'sup.writer@example.edu' },
    })
    const { page } = await openAs('opal.operator')
    await page.goto('/admin?tab=support')
    const messages = page.getByRole('article', { name: 'Sup Writer' })
    const strangers = messages.filter({ hasText: 'Me too.' })
    await expect(strangers).toContainText('Not signed in')
    await expect(strangers).toContainText('the name and address could be anyone’s')
    await expectAccessible(page)
    await messages
      .filter({ hasText: '@sup.writer' })
      .getByRole('link', { name: 'Find account of Sup Writer' })
      .click()
    await expect(page).toHaveURL('/admin?tab=people&text=sup.writer')
    const row = page.getByRole('listitem').filter({ hasText: 'sup.writer@example.edu' })
    await row.getByRole('button', { name: 'Suspend person Sup Writer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await dialog.getByRole('button', { name: 'Suspend person' }).click()
    await expect(page.getByText('Sup Writer is suspended.')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Reinstate person Sup Writer' })).toBeVisible()

    const field = page.getByRole('searchbox', { name: 'Find a person' })
    await field.fill('')
    await expect(page.getByRole('region', { name: 'Suspended people' })).toContainText('@sup.writer')
    await expectAccessible(page)
    await field.fill('sup.writer@example.edu')
    await expect(page.getByRole('region', { name: 'People found' })).toContainText('@sup.writer')
    await row.getByRole('button', { name: 'Close account Sup Writer' }).click()
    await expect(dialog).toContainText('You can’t undo this.')
    await expect(dialog).toContainText('Their bookings and sessions are canceled')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await expect(page.getByText('The account of Sup Writer is closed.')).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'No people found for “sup.writer@example.edu”' }),
    ).toBeVisible()
  })

  test('works through the queue with the keyboard alone, and finds every action in the log', async ({
    stack,
    openAs,
  }) => {
    const first = await sharePost(stack, 'key.author', 'Keyed first')
    const second = await sharePost(stack, 'key.author', 'Keyed second')
    const readers = await Promise.all([stack.signIn('key.reader'), stack.signIn('key.other')])
    for (const reader of readers) {
      await reader.call(reports.create, { body: { post_id: first.id, reason: 'copyright' } })
      await reader.call(reports.create, { body: { post_id: second.id, reason: 'spam' } })
    }
    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const about = (name: string) => page.getByRole('article').filter({ hasText: name })
    await expect(about('Keyed second').first()).toContainText('2 open reports about this')
    while (
      !(await about('Keyed first')
        .first()
        .evaluate(report => report === document.activeElement))
    ) {
      await page.keyboard.press('j')
    }
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Remove this post permanently?' })
    await expect(dialog).toContainText('Keyed first.pdf')
    await expect(dialog.getByRole('checkbox', { name: 'Uphold all 2 reports about it' })).toBeChecked()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type(reason)
    await dialog.getByRole('button', { name: 'Remove post' }).focus()
    await page.keyboard.press('Enter')
    await expect(about('Keyed first')).toHaveCount(0)
    await expect(about('Keyed second').first()).toBeFocused()
    await page.keyboard.press('d')
    await expect(about('Keyed second')).toHaveCount(0)

    await page.getByRole('link', { name: 'Audit log' }).click()
    const entries = page.getByRole('list', { name: 'Actions, newest first' }).getByRole('listitem')
    await expect(entries.nth(0)).toContainText('@opal.operator dismissed a report about “Keyed second”')
    await expect(entries.nth(1)).toContainText('@opal.operator upheld a report about “Keyed first”')
    await expect(entries.nth(2)).toContainText('@opal.operator removed “Keyed first” by @key.author')
    await expect(entries.nth(2)).toContainText(reason)
  })

  test('has no keys for the reports of a person who turned single keys off', async ({ stack, openAs }) => {
    const reader = await stack.signIn('off.reader')
    const post = await sharePost(stack, 'off.author', 'Without keys')
    await reader.call(reports.create, { body: { post_id: post.id, reason: 'spam' } })
    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const report = page.getByRole('article').filter({ hasText: 'Without keys' })
    const remove = report.getByRole('button', { name: 'Remove post' })
    const keys = page.getByText('U uphold', { exact: true })
    await expect(remove).toHaveAttribute('aria-keyshortcuts', 'r')
    await expect(keys).toBeVisible()
    await page.evaluate(() => localStorage.setItem('single-keys', 'off'))
    await page.reload()
    await expect(remove).not.toHaveAttribute('aria-keyshortcuts')
    await expect(keys).toHaveCount(0)
    await report.press('r')
    await report.press('d')
    await remove.click()
    await page.getByRole('dialog', { name: 'Remove this post permanently?' }).press('Escape')
    await expect(report).toBeVisible()
  })

  test('closes one report with a key that is held too long', async ({ stack, openAs }) => {
    const reader = await stack.signIn('hol.reader')
    for (const name of ['Held first', 'Held second']) {
      const post = await sharePost(stack, 'hol.author', name)
      await reader.call(reports.create, { body: { post_id: post.id, reason: 'spam' } })
    }
    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const about = (name: string) => page.getByRole('article').filter({ hasText: name })
    await about('Held first').focus()
    await page.keyboard.down('d')
    await expect(about('Held second')).toBeFocused()
    // As a keyboard does while the key stays down.
    await page.keyboard.down('d')
    await page.keyboard.up('d')
    await page.keyboard.press('u')
    await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible()
    await page.getByRole('link', { name: 'Audit log' }).click()
    const entries = page.getByRole('list', { name: 'Actions, newest first' }).getByRole('listitem')
    await expect(entries.nth(0)).toContainText('upheld a report about “Held second”')
    await expect(entries.nth(1)).toContainText('dismissed a report about “Held first”')
  })

  test('suspends a person, whose login ends and who can’t sign in until reinstated', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await sharePost(stack, 'sus.person', 'Notes of the suspended')
    const reader = await stack.signIn('sus.reader')
    await reader.call(reports.create, { body: { username: 'sus.person', reason: 'harassment' } })
    const { page: suspended } = await openAs('sus.person')
    await suspended.goto('/explore')
    await expect(suspended.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()

    const { page } = await openAs('opal.operator')
    await page.goto('/admin')
    const report = page.getByRole('article').filter({ hasText: '@sus.person' })
    await report.getByRole('button', { name: 'Suspend person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend this person?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Threatened someone.')
    await dialog.getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Suspend person' }).click()
    await expect(report.getByText('suspended', { exact: true })).toBeVisible()

    await suspended.goto('/profile')
    await expect(suspended).toHaveURL(/\/login/)
    await suspended.getByRole('button', { name: 'Continue with Google' }).click()
    await suspended.getByLabel('Name').fill('Sus Person')
    await suspended.getByLabel('Email').fill('sus.person@example.edu')
    await suspended.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(suspended).toHaveURL(/\/login\?error=suspended/)
    await expect(suspended.getByRole('alert')).toContainText('This account is suspended.')
    await expect(suspended.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      '/faq?contact=1',
    )
    await expectAccessible(suspended)

    await report.getByRole('button', { name: 'Reinstate person' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate person' }).click()
    await expect(report.getByRole('button', { name: 'Suspend person' })).toBeVisible()
    await report.getByRole('button', { name: 'Uphold' }).click()
    await expect(report).toHaveCount(0)
    const { page: back } = await openAs('sus.person')
    await back.goto('/profile')
    await expect(back.getByRole('region', { name: 'From the Ignite team' })).toContainText(
      'Threatened someone.',
    )
  })
})

test.describe('blocking', () => {
  test('hides two people from each other until it is undone in the settings', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'blo.other', 'Blocked marigold')
    const { page } = await openAs('blo.self')
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('button', { name: /^More: / }).click()
    await page.getByRole('menuitem', { name: 'Block author' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block Blo Other?' })
    await expect(dialog).toContainText('We won’t tell them.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByText(/You blocked Blo Other/)).toBeVisible()
    await page.goto('/search?text=marigold&type=posts')
    await expect(page.getByRole('heading', { name: 'Nothing found for “marigold”' })).toBeVisible()
    await expect(page.getByText('Blocked marigold')).toHaveCount(0)

    const { page: other } = await openAs('blo.other')
    await other.goto('/profile/blo.self')
    await expect(other.getByRole('heading', { name: 'We couldn’t find that person' })).toBeVisible()
    await expect(other.getByText('Blo Self')).toHaveCount(0)

    await page.goto('/profile/settings?tab=privacy')
    const section = page.getByRole('region', { name: 'Blocked people' })
    await expect(section).toContainText('Blo Other')
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Unblock Blo Other' }).click()
    await expect(section).toContainText('You haven’t blocked anyone.')
    await page.goto(`/ignite/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Blocked marigold' })).toBeVisible()
  })
})
