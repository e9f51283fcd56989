import type { Locator, Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { account } from '#shared/api/account.ts'
import { attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { conversations } from '#shared/api/conversations.ts'
import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { messages } from '#shared/api/messages.ts'
import { profiles } from '#shared/api/profiles.ts'
import { freePort } from '../../local/ports.ts'
import { addUnread, makeConversation, startConversation, write } from '../factories/conversations.ts'
import { makePng } from '../factories/documents.ts'
import { startBalancer } from '../harness/balancer.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { held } from './held.ts'
import { nextChange } from './next-change.ts'
import { startOwn, withOwnStack } from './own-stack.ts'
import { listen } from './told.ts'
import { warns } from './warns.ts'

/** Two servers behind one address: each request and each event comes from either. */
const test = withOwnStack(async () => {
  const port = await freePort()
  const stack = await startOwn({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  const balancer = await startBalancer(port, [stack.url, await stack.startSecond()])
  const signIn: Stack['signIn'] = async (...whom) => {
    const person = await stack.signIn(...whom)
    // A server remembers a login for half a second, here perhaps from before the person saw the welcome.
    stack.clock.advance({ milliseconds: 501 })
    return person
  }
  const close = async () => {
    await balancer.close()
    await stack.close()
  }
  return { ...stack, signIn, url: balancer.url, cut: balancer.cut, close }
})

const log = (page: Page) => page.getByRole('log')
const box = (page: Page) => page.getByPlaceholder('Type a message...')
const dock = (page: Page) => page.getByRole('complementary', { name: 'Messages' })
/** The link to the messages in the bar, with the number of conversations with news. */
const way = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages/ })
const onTheirWay = (page: Page) => page.getByRole('list', { name: 'Sending' }).getByRole('listitem')

async function say(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

const named = (person: Person, name: string) => person.call(profiles.save, { body: { name } })

/** Whether an element is in the visible part of its scrolling ancestor. */
const inSight = (element: Locator) => expect(element).toBeInViewport()

test('a stranger asks to write, is accepted, and both write on two servers', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page: adas, person: ada } = await openAs('ada.writes')
  const { page: bens, person: ben } = await openAs('ben.reads')
  await named(ada, 'Ada Writes')
  await named(ben, 'Ben Reads')

  await test.step('sent from a profile, beside the page', async () => {
    await bens.goto('/explore')
    await adas.goto('/profile/ben.reads')
    await adas.getByRole('button', { name: 'Message Ben Reads' }).click()
    await expect(dock(adas).getByRole('heading', { name: 'Ben Reads' })).toBeVisible()
    await expect(box(adas)).toBeFocused()
    await say(adas, '   ')
    await expect(log(adas).getByText('No messages yet')).toBeVisible()
    await say(adas, 'May I ask about your notes? They are at https://example.edu/notes')
    await expect(log(adas).getByText('May I ask about your notes?')).toBeVisible()
    await expect(
      adas.getByText('You can send 2 more messages, without files, until they answer'),
    ).toBeVisible()
    await expect(log(adas).getByRole('link')).toHaveAttribute('rel', /noopener noreferrer/)
    await expectAccessible(adas)
  })

  await test.step('accepted among the requests, which the other person sees at once', async () => {
    await expect(way(bens)).toContainText('1')
    await bens.goto('/messages?folder=requests')
    await bens
      .getByRole('list', { name: 'Requests' })
      .getByRole('link', { name: /Ada Writes/ })
      .click()
    await expect(bens.getByRole('region', { name: 'Message request' })).toBeVisible()
    await expect(box(bens)).toHaveCount(0)
    await expectAccessible(bens)
    await bens.getByRole('button', { name: 'Accept' }).press('Enter')
    await expect(box(bens)).toBeVisible()
    await expect(bens.getByRole('heading', { name: 'Ada Writes' })).toBeFocused()
    await expect(adas.getByText('until they answer')).toHaveCount(0)
  })

  await test.step('the other person sees typing, delivery and reading at once', async () => {
    // A person who just came may not be connected yet, and typing is announced only now and then and never
    // later.
    await expect(async () => {
      await box(bens).fill('')
      await box(bens).pressSequentially('Of course')
      await expect(adas.getByText('Ben Reads is typing…')).toBeVisible({ timeout: 4_000 })
    }).toPass()
    await box(bens).press('Enter')
    await expect(log(adas).getByText('Of course')).toBeVisible()
    await expect(adas.getByText('is typing…')).toHaveCount(0)
    await expect(log(bens).getByText(/Seen/)).toBeVisible()
    await box(adas).pressSequentially('first line')
    await box(adas).press('Shift+Enter')
    await box(adas).pressSequentially('second line')
    // As Safari tells of Enter that ended an input method's word.
    await box(adas).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    await expect(box(adas)).toHaveValue('first line\nsecond line')
    await box(adas).press('Enter')
    await expect(log(bens).getByText('first line\nsecond line')).toBeVisible()
  })

  await test.step('a message is answered, its quotation links to it, and a person’s own is deleted for both', async () => {
    const asked = log(bens).getByRole('listitem').filter({ hasText: 'May I ask' })
    await asked.hover()
    await asked.getByRole('button', { name: 'Reply' }).click()
    await say(bens, 'Here they are')
    const answer = log(adas).getByRole('listitem').filter({ hasText: 'Here they are' })
    await answer.getByRole('button', { name: /May I ask/ }).click()
    await expect(log(adas).locator('[data-found]')).toContainText('May I ask')
    const own = log(bens).getByRole('listitem').filter({ hasText: 'Of course' })
    await own.hover()
    await own.getByRole('button', { name: 'More about this message' }).click()
    await bens.getByRole('menuitem', { name: 'Delete…' }).click()
    await bens.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(log(adas).getByText('This message was deleted.')).toBeVisible()
    await expect(log(adas).getByText('Of course')).toHaveCount(0)
  })

  await test.step('a picture can be sent, and files that can’t be sent say why', async () => {
    // As long as a file's name can be, and with a mark that reorders text.
    const long = `\u202e${'heap '.repeat(50)}.png`
    const buffer = await makePng({ width: 320, height: 240 })
    await adas.getByLabel('Files to send').setInputFiles([
      { name: long, mimeType: 'image/png', buffer },
      { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ])
    const files = adas.getByRole('list', { name: 'Files' })
    await expect(files.getByRole('alert')).toHaveText('You can only send PDFs and pictures.')
    await say(adas, 'My heap')
    await expect(box(adas)).toHaveAccessibleDescription(/^A file didn’t upload\./)
    await files.getByRole('button', { name: 'Remove virus.exe' }).click()
    await expect(box(adas)).toBeFocused()
    await expect(files.getByText('kB')).toBeVisible()
    await box(adas).press('Enter')
    await expect(log(bens).getByRole('img', { name: /^(heap ){39}h.*\.png$/ })).toBeVisible()
    await expect(log(bens).getByText('My heap')).toBeVisible()
    await bens.route('**/storage/**', route => route.abort())
    const lost = bens.waitForEvent('requestfailed', request => request.url().includes('/storage/'))
    await bens.reload()
    await lost
    const picture = log(bens).getByRole('img', { name: /^heap / })
    await expect(log(bens).getByRole('button', { name: /^heap / })).toBeVisible()
    await expect(picture).toHaveCount(0)
    await bens.unroute('**/storage/**')
    await bens.evaluate(() => dispatchEvent(new Event('online')))
    await expect(picture).toBeVisible()
  })

  await test.step('more files than a message takes are refused with a reason, also dropped ones', async () => {
    const dropped = await adas.evaluateHandle(() => {
      const transfer = new DataTransfer()
      for (let number = 1; number <= 11; number++) transfer.items.add(new File([], `empty ${number}.png`))
      return transfer
    })
    await log(adas).dispatchEvent('drop', { dataTransfer: dropped })
    const files = adas.getByRole('list', { name: 'Files' })
    await expect(files.getByRole('listitem')).toHaveCount(10)
    await expect(box(adas)).toHaveAccessibleDescription('You can send up to 10 files in a message.')
    for (let left = 10; left > 0; left--)
      await files
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
    await expect(files).toHaveCount(0)
  })

  await test.step('a message waits for its file, and what is written after it waits, too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await adas.route('**/storage/**', async route => {
      if (route.request().method() !== 'GET') await promise
      await route.continue()
    })
    await adas
      .getByLabel('Files to send')
      .setInputFiles({ name: 'wrong.png', mimeType: 'image/png', buffer: await makePng() })
    await say(adas, 'The wrong one')
    await say(adas, 'Not held up')
    // Not only once the upload has stalled, with Retry beside it.
    const actions = onTheirWay(adas).filter({ hasText: 'The wrong one' }).getByRole('button')
    await expect(actions).toHaveText(['Delete'])
    await actions.click()
    await expect(log(bens).getByText('Not held up')).toBeVisible()
    await expect(onTheirWay(adas)).toHaveCount(0)
    await adas
      .getByLabel('Files to send')
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: await makePng() })
    await say(adas, 'With its picture')
    await say(adas, 'After the picture')
    await expect(onTheirWay(adas)).toContainText(['With its picture', 'After the picture'])
    await expect.poll(() => warns(adas)).toBe(true)
    await expect(log(bens).getByText('After the picture')).toHaveCount(0)
    // The browser keeps the page as it is while another one shows, and either drops it or shows it again.
    const passes = (type: string) =>
      adas.evaluate(name => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    const draft = () =>
      adas.evaluate(() =>
        Object.keys(localStorage)
          .filter(key => key.includes('/draft/'))
          .map(key => localStorage.getItem(key)),
      )
    await passes('pagehide')
    expect(await draft()).toEqual(['With its picture\nAfter the picture'])
    await passes('pageshow')
    expect(await draft()).toEqual([])
    resolve()
    await expect(log(bens).getByRole('img', { name: 'late.png' })).toBeVisible()
    await expect(log(bens).getByText(/ picture$/)).toHaveText(['With its picture', 'After the picture'])
    await expect(onTheirWay(adas)).toHaveCount(0)
    await expect.poll(() => warns(adas)).toBe(false)
  })

  await test.step('a message whose files can’t be sent is edited, and keeps its words', async () => {
    const refuse = (code: string, detail: string) => (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code, detail }),
          })
        : route.fallback()
    const accepted = `**${attachments.accept.path.replace('{id}', '*')}`
    const { promise, resolve } = Promise.withResolvers<void>()
    await adas.route(accepted, async route => {
      await promise
      await refuse('encrypted_file', 'This PDF has a password.')(route)
    })
    const chosen = adas.getByLabel('Files to send')
    await chosen.setInputFiles({ name: 'locked.png', mimeType: 'image/png', buffer: await makePng() })
    const asked = log(adas).getByRole('listitem').filter({ hasText: 'May I ask' }).first()
    await asked.hover()
    await asked.getByRole('button', { name: 'Reply' }).click()
    await say(adas, 'The words for it')
    await box(adas).fill('and more')
    resolve()
    await expect(onTheirWay(adas)).toContainText('Not sent. This PDF has a password.')
    await expect(onTheirWay(adas).getByRole('button')).toHaveText(['Edit', 'Delete'])
    await onTheirWay(adas).getByRole('button', { name: 'Edit' }).click()
    await expect(onTheirWay(adas)).toHaveCount(0)
    await expect(box(adas)).toHaveValue('The words for it\nand more')
    await expect(box(adas)).toBeFocused()
    const field = adas.getByRole('form', { name: 'Message to Ben Reads' })
    await expect(field).toContainText('May I ask')
    await expect(field.getByRole('alert')).toHaveText('This PDF has a password.')
    await expect(field.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await field.getByRole('button', { name: 'Remove locked.png' }).click()
    await adas.unroute(accepted)

    const sent = `**${messages.send.path.replace('{id}', '*')}`
    await adas.route(sent, refuse('invalid', 'One of your files is missing. Add it again.'))
    await chosen.setInputFiles({ name: 'gone.png', mimeType: 'image/png', buffer: await makePng() })
    await expect(field.getByText('kB')).toBeVisible()
    await box(adas).press('Enter')
    await onTheirWay(adas).getByRole('button', { name: 'Edit' }).click()
    await expect(box(adas)).toHaveValue('The words for it\nand more')
    await expect(box(adas)).toHaveAccessibleDescription('Add its files again.')
    await adas.unroute(sent)
    await box(adas).press('Enter')
    await expect(log(bens).getByText('The words for it')).toBeVisible()
  })

  await test.step('a person who was followed after three messages can write on without an answer, as long as that lasts', async () => {
    const cleo = await stack.signIn('cleo.follows')
    await named(cleo, 'Cleo Follows')
    const { id } = await startConversation(ada, 'cleo.follows')
    for (const text of ['One', 'Two', 'Three']) await write(ada, id, text)
    const waits = adas.getByText('You can write more once they answer.')
    const inbox = adas.getByRole('list', { name: 'Inbox' })
    await adas.goto(`/messages/${id}`)
    await expect(waits).toBeVisible()
    await expect(box(adas)).toHaveCount(0)

    await cleo.call(follows.follow, { body: { username: 'ada.writes' } })
    await inbox.getByRole('link', { name: /Ben Reads/ }).click()
    // Once this arrives, the page is connected, and reads nothing again because of that.
    await say(bens, 'One more thing')
    await expect(log(adas).getByText('One more thing')).toBeVisible()
    await inbox.getByRole('link', { name: /Cleo Follows/ }).click()
    await expect(box(adas)).toBeVisible()
    await expect(adas.getByRole('button', { name: 'Add files' })).toBeVisible()
    await expect(waits).toHaveCount(0)
    await expectAccessible(adas)

    await cleo.call(follows.unfollow, { body: { username: 'ada.writes' } })
    await say(adas, 'The room changed')
    await expect(adas.getByText('Not sent. Wait for an answer')).toBeVisible()
    await expect(waits).toBeVisible()

    await cleo.call(follows.follow, { body: { username: 'ada.writes' } })
    await adas.getByRole('button', { name: 'Retry' }).click()
    await expect(onTheirWay(adas)).toHaveCount(0)
    await expect(log(adas).getByText('The room changed')).toBeVisible()
    await expect(box(adas)).toBeVisible()
  })
})

test('a message is reported, and a block closes the conversation for both at once, until it ends', async ({
  openAs,
  expectAccessible,
}) => {
  const { page: adas, person: ada } = await openAs('ada.blocked')
  const { page: bens, person: ben } = await openAs('ben.blocks')
  const id = await makeConversation([ada, 'ada.blocked'], [ben, 'ben.blocks'])
  for (const page of [adas, bens]) {
    await page.goto(`/messages/${id}`)
    await expect(log(page).getByText('Hello from ada.blocked')).toBeVisible()
  }

  await test.step('a message is reported with those around it', async () => {
    const theirs = log(bens).getByRole('listitem').filter({ hasText: 'Hello from ada' })
    await theirs.hover()
    await theirs.getByRole('button', { name: 'More about this message' }).click()
    await bens.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = bens.getByRole('dialog', { name: 'Report this message' })
    await expect(dialog).toContainText('We get a copy of it and the messages around it.')
    await expectAccessible(bens)
    await dialog.getByLabel(/It harasses/).check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await bens.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  })

  await test.step('blocked, both can only read at once, and unblocked they can write again', async () => {
    const closed = 'You can’t message each other. You can still read the conversation.'
    await box(adas).fill('Are you still')
    const files = adas.getByRole('list', { name: 'Files' })
    await adas
      .getByLabel('Files to send')
      .setInputFiles({ name: 'heap.png', mimeType: 'image/png', buffer: await makePng() })
    await expect(files.getByText('heap.png')).toBeVisible()
    await expect.poll(() => warns(adas)).toBe(true)
    await bens.getByRole('button', { name: 'More about this conversation' }).click()
    await bens.getByRole('menuitem', { name: 'Block…' }).click()
    await bens.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    for (const page of [adas, bens]) {
      await expect(page.getByText(closed)).toBeVisible()
      await expect(box(page)).toHaveCount(0)
      await expect(log(page).getByText('Hello from ada.blocked')).toBeVisible()
    }
    await expect(adas.getByText(closed)).toBeFocused()
    await expect.poll(() => warns(adas)).toBe(false)
    await expectAccessible(adas)
    await ben.call(blocks.unblock, { body: { username: 'ada.blocked' } })
    for (const page of [adas, bens]) await expect(page.getByText(closed)).toHaveCount(0)
    await expect(box(adas)).toHaveValue('Are you still')
    await expect(files).toHaveCount(0)
    await say(adas, 'Are you still there?')
    await expect(log(bens).getByText('Are you still there?')).toBeVisible()
  })
})

test('the messages of a person who deletes their account go from the other’s open window', async ({
  stack,
  openAs,
}) => {
  const { page, person: vera } = await openAs('vera.stays')
  const uma = await stack.signIn('uma.leaves')
  const id = await makeConversation([vera, 'vera.stays'], [uma, 'uma.leaves'])
  await write(uma, id, 'My address is 12 Elm Street')
  await page.goto(`/messages/${id}`)
  await expect(log(page).getByText('12 Elm Street')).toBeVisible()
  await uma.call(account.remove, { body: { username: 'uma.leaves' } })
  await expect(page.getByText('12 Elm Street')).toHaveCount(0)
})

test('files stay with the message being written, whatever else the person opens, and closing the page or logging out asks', async ({
  stack,
  openAs,
}) => {
  const { page, person: fay } = await openAs('fay.attaches')
  const gus = await stack.signIn('gus.gets')
  const hal = await stack.signIn('hal.else')
  const ids = [
    await makeConversation([fay, 'fay.attaches'], [hal, 'hal.else']),
    await makeConversation([fay, 'fay.attaches'], [gus, 'gus.gets']),
  ]
  const files = page.getByRole('list', { name: 'Files' })
  await page.goto('/explore')
  await way(page).click()
  await dock(page).locator(`[href*="${ids[1]}"]`).click()
  expect(await warns(page)).toBe(false)
  await page
    .getByLabel('Files to send')
    .setInputFiles({ name: 'heap.png', mimeType: 'image/png', buffer: await makePng() })
  await expect(files.getByText('heap.png')).toBeVisible()
  await expect.poll(() => warns(page)).toBe(true)

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(files.getByText('heap.png')).toBeVisible()
  await dock(page).getByRole('button', { name: 'Close' }).click()
  await expect(files).toHaveCount(0)
  await expect.poll(() => warns(page)).toBe(true)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(question).toContainText('Something on this page isn’t saved yet, and logging out discards it.')
  await question.getByRole('button', { name: 'Cancel' }).click()

  const other = await page.context().newPage()
  await other.goto('/explore')
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other.getByRole('dialog')).toContainText('Something in another tab isn’t saved yet')
  await other.goto('/profile/settings')
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Fay Who Attaches')
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other.getByRole('dialog')).toContainText(
    'Something on this page and in another tab isn’t saved yet',
  )
  await other.close()

  await way(page).click()
  await dock(page).getByRole('link', { name: 'Open full page' }).click()
  await expect(page).toHaveURL(`/messages/${ids[1]}`)
  await expect(files.getByText('heap.png')).toBeVisible()
  await page.locator(`[href*="${ids[0]}"]`).click()
  await expect(page).toHaveURL(new RegExp(ids[0]!))
  await expect(box(page)).toBeVisible()
  await expect(files).toHaveCount(0)
  await page.locator(`[href*="${ids[1]}"]`).click()
  await expect(files.getByText('kB')).toBeVisible()
  await say(page, 'My heap')
  await expect(log(page).getByRole('img', { name: 'heap.png' })).toBeVisible()
  await expect(files).toHaveCount(0)
  await expect(onTheirWay(page)).toHaveCount(0)
  await expect.poll(() => warns(page)).toBe(false)
})

test('a person whose messages are only on this device is asked before they log out, and led to them', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: quin } = await openAs('quin.quits')
  const rae = await stack.signIn('rae.waits')
  const id = await makeConversation([quin, 'quin.quits'], [rae, 'rae.waits'])
  await page.goto(`/messages/${id}`)
  await page.route(`**${attachments.upload.path.replace('{id}', '*')}*`, () => {})
  await page.route(`**${messages.send.path.replace('{id}', '*')}`, route =>
    route.request().method() === messages.send.method ? route.abort() : route.fallback(),
  )
  await say(page, 'Our meeting moved')
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  await page
    .getByLabel('Files to send')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: await makePng() })
  await say(page, 'Here is the plan')
  await expect(onTheirWay(page)).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile/)

  const logOut = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await logOut()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(question).toContainText('2 of your messages haven’t been sent yet')
  await expect(question).not.toContainText('Something on this page')
  await expectAccessible(page)
  await question.getByRole('link', { name: 'Open the conversation' }).click()
  await expect(question).toBeHidden()
  for (const text of ['the plan', 'Our meeting'])
    await onTheirWay(page).filter({ hasText: text }).getByRole('button', { name: 'Delete' }).click()
  await expect(onTheirWay(page)).toHaveCount(0)
  await box(page).fill('Perhaps on')
  await logOut()
  await expect(question).toContainText('1 of your messages hasn’t been sent yet')
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
})

test('messages written without a network wait, and arrive in order, once', async ({ stack, openAs }) => {
  const { page, person: ola } = await openAs('ola.offline')
  const { page: theirs, person: pam } = await openAs('pam.present')
  const id = await makeConversation([ola, 'ola.offline'], [pam, 'pam.present'])
  await page.goto(`/messages/${id}`)
  await theirs.goto(`/messages/${id}`)
  await expect(log(page).getByText('Hello from pam.present')).toBeVisible()

  const texts = ['One', 'Two', 'Three'].map(word => `${word} on the train`)
  await page.context().setOffline(true)
  for (const text of texts) await say(page, text)
  await expect(onTheirWay(page)).toHaveCount(3)
  await expect(page.getByText('Waiting for the network').first()).toBeVisible()
  await say(page, 'Too hasty')
  await onTheirWay(page).filter({ hasText: 'Too hasty' }).getByRole('button', { name: 'Delete' }).click()
  await expect(onTheirWay(page)).toHaveCount(3)
  await box(page).fill('and a draft')

  // Another tab of the browser, and a reload, both know them; neither sends them a second time.
  await page.context().setOffline(false)
  const other = await page.context().newPage()
  await Promise.all([other.goto(`/messages/${id}`), page.reload()])
  await expect(box(page)).toHaveValue('and a draft')
  await expect(onTheirWay(page)).toHaveCount(0)
  for (const one of [theirs, page, other]) {
    await expect(log(one).getByText(/ on the train$/)).toHaveText(texts)
    await expect(log(one).getByText('Too hasty')).toHaveCount(0)
  }
  const { body } = await pam.call(messages.list, { params: { id }, query: {} })
  expect(body.messages.map(({ text }) => text).filter(text => text.endsWith('train'))).toEqual(texts)

  await test.step('messages that come while all connections are cut show once they are back', async () => {
    stack.cut()
    for (const word of ['lost', 'late']) await write(pam, id, `Not ${word}`)
    await say(theirs, 'Not least')
    for (const one of [theirs, page, other]) {
      await expect(log(one).getByText(/^Not l/)).toHaveText(['Not lost', 'Not late', 'Not least'])
    }
  })

  await test.step('a message deleted without a connection is gone once it is back, and no file is announced', async () => {
    const { seq } = await write(pam, id, 'Not for long')
    const newest = await write(pam, id, 'Not long')
    for (const one of [page, other]) await expect(log(one).getByText('Not long')).toBeVisible()
    await pam.call(messages.remove, { params: { id, seq: newest.seq } })
    for (const one of [page, other]) {
      await expect(log(one).getByText('This message was deleted.')).toHaveCount(1)
      await expect(one.getByText(/: a file$/)).toHaveCount(0)
    }
    // One tab shows the conversation, the other one only remembers it.
    await other.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click()
    await expect(other.getByRole('searchbox', { name: 'Search posts' })).toBeVisible()
    await page.context().setOffline(true)
    stack.cut()
    await pam.call(messages.remove, { params: { id, seq } })
    await page.context().setOffline(false)
    await expect(log(page).getByText('This message was deleted.')).toHaveCount(2)
    await other.goBack()
    await expect(log(other).getByText('This message was deleted.')).toHaveCount(2)
    for (const one of [page, other]) await expect(log(one).getByText('Not for long')).toHaveCount(0)
  })

  await test.step('a refused message stays with its reason until the person decides', async () => {
    await page.route('**/chat/api/conversations/*/messages', route =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'invalid', detail: 'This can’t be sent.' }),
          })
        : route.fallback(),
    )
    await say(page, 'Refused')
    await expect(page.getByText('Not sent. This can’t be sent.')).toBeVisible()
    await page.unroute('**/chat/api/conversations/*/messages')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(log(theirs).getByText('Refused')).toBeVisible()
    await expect(onTheirWay(page)).toHaveCount(0)
  })

  await test.step('a message read in one tab is read in the other', async () => {
    await Promise.all([page.goto('/explore'), other.goto('/explore')])
    await say(theirs, 'Are you there?')
    await expect(way(page)).toContainText('1')
    await expect(way(other)).toContainText('1')
    await other.goto(`/messages/${id}`)
    await expect(log(other).getByText('Are you there?')).toBeVisible()
    await expect(way(page)).not.toContainText('1')
  })

  await test.step('what was read without a network counts as read once there is one', async () => {
    await page.goto('/explore')
    const marks = `**${conversations.read.path.replace('{id}', '*')}`
    const lost = other.waitForEvent('requestfailed', request => request.url().endsWith('/read'))
    await other.route(marks, route => route.abort())
    await say(theirs, 'And now?')
    await expect(log(other).getByText('And now?')).toBeVisible()
    await expect(way(page)).toContainText('1')
    await lost
    await other.unroute(marks)
    await other.evaluate(() => dispatchEvent(new Event('online')))
    await expect(way(page)).not.toContainText('1')
  })

  await test.step('signing out leaves nothing of it in the browser', async () => {
    // Null while the page is being left.
    const kept = () =>
      page
        .evaluate(() =>
          [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(key =>
            key.startsWith('chat'),
          ),
        )
        .catch(() => null)
    await expect.poll(kept).toContain('chat_access_token')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(kept).toEqual([])
  })
})

test('a chat that refuses the tokens it has just given doesn’t sign anyone out', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('tova.token')
  const id = await makeConversation([person, 'tova.token'], [await stack.signIn('ravi.token'), 'ravi.token'])
  const refuse = (route: Route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 401, code: 'unauthenticated', detail: 'Sign in first.' }),
    })
  const messagesOf = `**/chat/**${id}/messages**`
  await page.route(messagesOf, refuse)
  await page.goto(`/messages/${id}`)
  await expect(page.getByText('Messages aren’t available right now. Try again in a moment.')).toBeVisible()
  await page.unroute(messagesOf)
  // It tries again by itself.
  await expect(log(page).getByText('Hello from ravi.token')).toBeVisible()
})

test('a person who goes on while a conversation is found stays where they went', async ({
  stack,
  openAs,
}) => {
  const { page } = await openAs('moe.moves')
  await stack.signIn('ned.near')
  // Without room for it beside the page, it has its own.
  await page.setViewportSize({ width: 1000, height: 900 })
  await page.goto('/profile/ned.near')
  const start = `**${conversations.start.path}*`
  const { release } = await held(page, start)
  const answered = page.waitForResponse(start)
  await page.getByRole('button', { name: 'Message Ned Near' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeVisible()
  release()
  await (await answered).finished()
  await page.evaluate(() => fetch('/health/live'))
  await expect(page).toHaveURL(/\/search/)
})

test('a draft is the same in two tabs, and gone from both once it is sent', async ({ stack, openAs }) => {
  const { page, person: dee } = await openAs('dee.drafts')
  const id = await makeConversation([dee, 'dee.drafts'], [await stack.signIn('ray.reads'), 'ray.reads'])
  await page.goto(`/messages/${id}`)
  const other = await page.context().newPage()
  await other.goto(`/messages/${id}`)
  // A test's tabs all count as focused.
  await box(other).blur()
  await box(page).fill('Half a thought')
  await box(page).blur()
  await expect(box(other)).toHaveValue('Half a thought')
  await say(other, 'A whole thought')
  await expect(log(other).getByText('A whole thought')).toBeVisible()
  await expect(box(page)).toHaveValue('')
})

test('a message that comes while its page still waits for the first count is counted', async ({
  stack,
  openAs,
}) => {
  const { page, person: una } = await openAs('una.unread')
  const vic = await stack.signIn('vic.writes')
  const id = await makeConversation([una, 'una.unread'], [vic, 'vic.writes'])
  await una.call(conversations.read, { params: { id }, body: { seq: 2 } })
  const asked = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  await page.route(`**${conversations.unread.path}`, async route => {
    const response = await route.fetch()
    asked.resolve()
    await written.promise
    await route.fulfill({ response })
  })
  const socket = page.waitForEvent('websocket')
  const comes = async (text: string) =>
    (await socket).waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes(text),
    })
  const [entered, told] = [comes('40/chat'), comes('Just now')]
  await page.goto('/explore')
  // On a busy machine, the page asks before it listens.
  await Promise.all([asked.promise, entered])
  await write(vic, id, 'Just now')
  await told
  written.resolve()
  await expect(way(page)).toContainText('1')
})

test('a conversation that is chosen stays, though an earlier choice is answered later', async ({
  stack,
  openAs,
}) => {
  const { page, person: ola } = await openAs('ola.late')
  const [kim, uma] = [await stack.signIn('kim.first'), await stack.signIn('uma.second')]
  await named(kim, 'Needle Kim')
  await named(uma, 'Uma Second')
  const id = await makeConversation([ola, 'ola.late'], [uma, 'uma.second'])
  await write(uma, id, 'A needle')
  const third = await makeConversation([ola, 'ola.late'], [await stack.signIn('zoe.third'), 'zoe.third'])
  await page.goto(`/messages/${third}`)
  const started = await held(page, `**${conversations.start.path}**`)
  const answered = page.waitForResponse(`**${conversations.start.path}**`)
  await page.getByRole('searchbox', { name: 'Search people and messages' }).fill('needle')
  await page.getByRole('button', { name: /Needle Kim/ }).click()
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('link', { name: /needle/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Uma Second' })).toBeVisible()
  started.release()
  await answered
  // It would ask for the other conversation.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: 'Uma Second' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/messages/${id}`))
})

test('a long conversation pages both ways from a search result, and says what is new', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { page, person: lou } = await openAs('lou.long')
  const max = await stack.signIn('max.many')
  await named(max, 'Max Many')
  const id = await makeConversation([lou, 'lou.long'], [max, 'max.many'])
  for (let number = 1; number <= 130; number++) {
    await write(number % 3 ? max : lou, id, number === 20 ? 'A needle of twenty' : `Message ${number}`)
  }
  await page.goto('/messages')
  const phone = page.viewportSize()!.width < 768
  const row = page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: /Max Many/ })
  await expect(row).toContainText('unread')
  await expectAccessible(page)

  const box = page.getByRole('searchbox', { name: 'Search people and messages' })
  const told = await listen(page)
  await box.fill('zzzqqq')
  await expect.poll(told).toEqual(expect.arrayContaining(['No people found', 'No messages found']))
  const search = await held(page, '**/chat/api/*/search**')
  await box.fill('needle')
  await expect.poll(() => search.asked.length).toBe(2)
  await expect(page.getByText(/^No (people|messages) found$/)).toHaveCount(0)
  search.release()
  await expect.poll(told).toContain('1 message')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('link', { name: /needle/ })
    .click()
  await expect(page).toHaveURL(/at=22/)
  await inSight(log(page).getByText('A needle of twenty'))
  await expect(page.getByRole('heading', { level: 1, name: 'Max Many' })).toBeVisible()
  if (phone) await expect(page.getByRole('list', { name: 'Inbox' })).toBeHidden()
  // To be written in at once, but without a keyboard over what there is to read.
  else await expect(page.getByPlaceholder('Type a message...')).toBeFocused()
  await expectAccessible(page)

  await test.step('older and newer messages load without moving the visible ones', async () => {
    const topmost = await log(page)
      .getByText(/^Message \d+$/)
      .first()
      .evaluate(message => {
        message.closest('[role=log]')!.scrollTo(0, 0)
        return message.textContent
      })
    await expect(log(page).getByText('Hello from lou.long')).toBeAttached()
    await inSight(log(page).getByText(topmost!, { exact: true }))
    await log(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect(log(page).getByText('Message 50', { exact: true })).toBeAttached()
    // Those that loaded aren't new: they were read long ago.
    await expect(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
    const last = log(page).getByText('Message 130', { exact: true })
    while (!(await last.isVisible())) {
      await log(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    // None of them has just come.
    await expect(page.getByRole('status').filter({ hasText: 'Max Many: ' })).toHaveCount(0)
  })

  await test.step('a message that arrives while the person reads above waits below', async () => {
    await page.goto(`/messages/${id}`)
    await inSight(log(page).getByText('Message 130', { exact: true }))
    await log(page).evaluate(element => element.scrollTo(0, element.scrollHeight / 2))
    await expect(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
    await write(max, id, 'Something new')
    await page.getByRole('button', { name: '1 new message' }).click()
    await inSight(log(page).getByText('Something new'))
    await expect(page.getByRole('button', { name: /new message|Latest messages/ })).toHaveCount(0)
  })

  await test.step('the same words again are announced again', async () => {
    const announced = page.getByRole('status').filter({ hasText: 'Max Many: Something new' })
    const again = await nextChange(announced)
    await write(max, id, 'Something new')
    await again.evaluate(({ change }) => change)
    await expect(announced).toBeAttached()
  })

  if (phone) {
    await page.getByRole('button', { name: 'Back to the conversations' }).click()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('unread')

    // As from an email to another account of the same person.
    await page.goto(
      `/messages/${await makeConversation([max, 'max.many'], [await stack.signIn('nan.next'), 'nan.next'])}`,
    )
    await expect(page.getByText('Check which account you’re signed in with.')).toBeVisible()
    await page.getByRole('button', { name: 'All messages' }).click()
    await expect(row).toBeVisible()
  }
})

test('what is written at an old message shows at the end, and why it wasn’t sent', async ({
  stack,
  openAs,
}) => {
  const { page, person: eva } = await openAs('eva.earlier')
  const fay = await stack.signIn('fay.further')
  const id = await makeConversation([eva, 'eva.earlier'], [fay, 'fay.further'])
  for (let number = 1; number <= 60; number++) await write(fay, id, `Message ${number}`)
  const sent = `**${messages.send.path.replace('{id}', '*')}`
  await page.route(sent, route =>
    route.request().method() === messages.send.method
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code: 'invalid', detail: 'This can’t be sent.' }),
        })
      : route.fallback(),
  )
  await page.goto(`/messages/${id}?at=5`)
  await inSight(log(page).getByText('Message 3', { exact: true }))
  await say(page, 'That was long ago')
  await inSight(onTheirWay(page).getByText('That was long ago'))
  await expect(page.getByText('Not sent. This can’t be sent.')).toBeVisible()
  await page.unroute(sent)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(onTheirWay(page)).toHaveCount(0)
  await inSight(log(page).getByText('That was long ago'))
  await inSight(log(page).getByText('Message 60', { exact: true }))
})

test('the keyboard works in the list, Escape closes the dock, and a stranger’s request is declined', async ({
  stack,
  openAs,
}) => {
  const { page, person: kim } = await openAs('kim.keys')
  const rob = await stack.signIn('rob.regular')
  const una = await stack.signIn('una.unknown')
  await makeConversation([kim, 'kim.keys'], [rob, 'rob.regular'])
  const { id } = await startConversation(una, 'kim.keys')
  await write(una, id, 'Buy my notes')

  await page.goto('/explore')
  await way(page).press('Enter')
  await expect(dock(page).getByRole('list', { name: 'Inbox' }).getByRole('link')).toHaveCount(1)
  const search = dock(page).getByRole('searchbox')
  await search.focus()
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dock(page)).toHaveCount(0)
  await expect(way(page)).toBeFocused()
  await way(page).press('Enter')
  await expect(box(page)).toBeVisible()

  // What is being written goes along to the next page, without the focus; otherwise the dock stays behind.
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await box(page).fill('About the third sheet')
  await pages.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(box(page)).toHaveValue('About the third sheet')
  await expect(box(page)).not.toBeFocused()
  await box(page).fill('')
  await pages.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search/)
  await expect(dock(page)).toHaveCount(0)
  await way(page).press('Enter')
  await box(page).fill('About the fourth sheet')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dock(page)).toHaveCount(0)
  await way(page).press('Enter')
  await dock(page)
    .getByRole('link', { name: /Rob Regular|rob.regular/ })
    .click()
  await expect(box(page)).toHaveValue('About the fourth sheet')

  await page.goto('/messages?folder=requests')
  await page.getByRole('list', { name: 'Requests' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Decline' }).click()
  // For a few seconds, perhaps before the list is fetched again.
  await expect(page.getByText('Declined. We won’t tell them.')).toBeVisible()
  await expect(page.getByText('No requests')).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Inbox' }).click()
  await expect(page.getByRole('alert')).toContainText('You were offline.')
  await page.context().setOffline(false)
  await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('link')).toHaveCount(1)

  await addUnread(stack.db, 'kim.keys', 'requests', 101)
  await page.reload()
  const requests = page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: 'Requests' })
  await expect(requests).toHaveText('Requests99+')
})

test('a page whose code for live connections failed to load goes live later by itself', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('lou.late')
  const writer = await stack.signIn('will.writes')
  const id = await makeConversation([writer, 'will.writes'], [person, 'lou.late'])
  let failed = false
  await page.route('**/assets/*.js', async route => {
    const code = await (await route.fetch()).text()
    if (failed || !code.includes('perMessageDeflate'))
      return route.fulfill({ body: code, contentType: 'text/javascript' })
    failed = true
    return route.abort()
  })
  await page.goto(`/messages/${id}`)
  await expect(log(page).getByText('Hello from will.writes')).toBeVisible()
  await expect.poll(() => failed).toBe(true)
  await write(writer, id, 'Are you alive?')
  await expect(log(page).getByText('Are you alive?')).toBeVisible()
})

test('a draft stays with a person whose address changes', async ({ stack, openAs }) => {
  const { page, person } = await openAs('ada.married')
  const bob = await stack.signIn('bob.listens')
  const id = await makeConversation([person, 'ada.married'], [bob, 'bob.listens'])
  await page.goto(`/messages/${id}`)
  await box(page).fill('Half a thought')
  await sql`update users set email = 'ada.new@example.edu' where username = 'ada.married'`.execute(stack.db)
  stack.clock.advance({ milliseconds: 501 })
  await page.reload()
  await expect(box(page)).toHaveValue('Half a thought')
})

test('what the release before stored under a person’s address and username is sent and shown', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('uma.updated')
  const bob = await stack.signIn('ulf.listens')
  const id = await makeConversation([person, 'uma.updated'], [bob, 'ulf.listens'])
  const sent = `**${messages.send.path.replace('{id}', '*')}`
  await page.route(sent, route =>
    route.request().method() === messages.send.method ? route.abort() : route.fallback(),
  )
  await page.goto(`/messages/${id}`)
  await say(page, 'Written before the update')
  await expect(onTheirWay(page)).toContainText(['Written before the update'])
  await box(page).fill('Half a thought')
  const { login } = (await person.call(logins.read)).body
  await page.evaluate(({ id, email, username }) => {
    for (const [key, text] of Object.entries<string>(localStorage).filter(([key]) => key.includes(id!))) {
      localStorage.removeItem(key)
      localStorage.setItem(key.replace(id!, email), text)
    }
    const form = { post_name: 'Heaps, week 3', suggested: '', details: '', course: null, section: null }
    sessionStorage.setItem(`upload draft of ${username}`, JSON.stringify(form))
  }, login!)
  await page.unroute(sent)
  await page.reload()
  await expect(log(page).getByText('Written before the update')).toBeVisible()
  await expect(onTheirWay(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('Half a thought')
  await page.goto('/explore?create=upload')
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  await expect(form.getByLabel('Topic')).toHaveValue('Heaps, week 3')
})
