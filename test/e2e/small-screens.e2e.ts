import type { Locator, Page } from '@playwright/test'
import { bookings } from '#shared/api/bookings.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { reports } from '#shared/api/reports.ts'
import { wallets } from '#shared/api/wallets.ts'
import { makeBoard } from '../factories/boards.ts'
import { freeTiles, hold, pay } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { makeConversation, write } from '../factories/conversations.ts'
import { makePdf } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import { earn } from '../factories/wallets.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { roomBetween } from './room-between.ts'

const inTabs = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).last()
const box = (page: Page) => page.getByPlaceholder('Type a message...')

/** As on a phone whose notch or home indicator covers the window’s edges. */
async function coverEdges(page: Page, insets: { bottom?: number; left?: number; right?: number }) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    // One that is left out would be undefined.
    insets: { bottom: 0, left: 0, right: 0, ...insets },
  })
}

async function tutorWithPosts(stack: Stack, name: string) {
  const tutor = await stack.signIn(name)
  const postId = await makeTutor(stack, tutor)
  await tutor.call(profiles.save, { body: { name: 'Wilhelmina Featherstonehaugh' } })
  return { tutor, postId }
}

/** What reaches out of the window, or out of the box that scrolls it. */
function cutOff(): string[] {
  const found: string[] = []
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const outside = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      one => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('.overflow-x-auto'),
    )
    const names = outside.slice(-3).map(one => `${one.tagName} ${one.className} ${one.textContent}`)
    found.push(`page: ${scrollWidth} of ${clientWidth}, by ${names.join(', ')}`)
  }
  const boxes = '[role="dialog"], [role="dialog"] :is(section, .overflow-y-auto)'
  for (const element of document.querySelectorAll<HTMLElement>(boxes)) {
    if (element.scrollWidth > element.clientWidth + 1) {
      found.push(`${element.ariaLabel ?? element.tagName}: ${element.scrollWidth} of ${element.clientWidth}`)
    }
  }
  for (const control of document.querySelectorAll<HTMLElement>('header :is(a, button), nav :is(a, button)')) {
    const { left, right, width } = control.getBoundingClientRect()
    const scrolls = control.closest('.overflow-x-auto')
    if (width > 0 && !scrolls && (left < -1 || right > clientWidth + 1)) {
      found.push(`${control.ariaLabel ?? control.textContent}: ${left} to ${right}`)
    }
  }
  for (const time of document.querySelectorAll<HTMLElement>('[role="feed"] p time')) {
    const over = time.getBoundingClientRect().right - time.closest('p')!.getBoundingClientRect().right
    if (over > 1) found.push(`${time.textContent}: ${over} px out of its line`)
  }
  // Text in a column of a few letters can't be read.
  for (const text of document.querySelectorAll<HTMLElement>('main p, h3, th, td, [role="dialog"] p')) {
    const { width, height } = text.getBoundingClientRect()
    if (text.checkVisibility() && width > 1 && width < 60 && height > 4 * width) {
      found.push(`${text.textContent}: ${width} by ${height}`)
    }
  }
  for (const text of document.querySelectorAll('textarea')) {
    const { width } = text.getBoundingClientRect()
    if (width > 0 && width < clientWidth / 2) found.push(`${text.ariaLabel}: only ${width} wide`)
  }
  // An ellipsis needs a box of its own in a row.
  for (const row of document.querySelectorAll<HTMLElement>('.flex.truncate, .inline-flex.truncate')) {
    if (row.scrollWidth > row.clientWidth + 1) found.push(`no ellipsis: ${row.textContent}`)
  }
  for (const name of document.querySelectorAll<HTMLElement>('.truncate bdi')) {
    const over = name.getBoundingClientRect().right - name.closest('.truncate')!.getBoundingClientRect().right
    if (over > 1 && getComputedStyle(name).direction === 'rtl') {
      found.push(`${name.textContent}: without its first ${over} px`)
    }
  }
  return found
}

/** Sets the size of a page's text, as a browser's settings do. */
async function textSizeOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  /** Chromium forgets it whenever it sends a page its settings again, so once for an address isn't enough. */
  return async (standard: number) => {
    await devtools.send('Page.setFontSizes', {
      fontSizes: { standard, fixed: Math.round(standard * 0.8125) },
    })
    await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`)
  }
}

test('pages fit a window of 320 px, also with text of twice the size', async ({ stack, openAs }) => {
  const { tutor, postId } = await tutorWithPosts(stack, 'wide.tutor')
  const section = await addSection(stack.db, { course: 'ENVIRONMENTAL STUDIES 4991', crn: '990099009901' })
  const { id } = await addPost(tutor, section)
  // The longest words for how long ago.
  for (const [post, minutes] of [
    [postId, 340 * 24 * 60],
    [id, 48],
  ] as const) {
    const created_at = stack.clock.now().subtract({ minutes })
    await stack.db.updateTable('posts').set({ created_at }).where('id', '=', post).execute()
  }
  const { page, person } = await openAs('large.print')
  const conversation = await makeConversation([person, 'large.print'], [tutor, 'wide.tutor'])
  const session = await makeSession(stack, person)
  await person.call(wallets.create, { body: { terms: true } })
  await earn(stack, 'large.print', 5_000, { student: 'wide.tutor' })
  await write(tutor, conversation, 'Which of these trees are heaps, and why?')
  await person.call(reports.create, { body: { post_id: postId, reason: 'other', details: 'Not a tree.' } })
  await page.setViewportSize({ width: 320, height: 844 })
  const setText = await textSizeOf(page)
  const found: Record<string, string[]> = {}
  for (const address of [
    '/explore',
    '/meeting',
    '/messages',
    `/messages/${conversation}`,
    `/ignite/${postId}`,
    `/ignite/${postId}?book=time`,
    '/profile/wide.tutor',
    '/profile',
    '/search',
    '/tutors',
    '/notifications',
    '/profile/settings',
    '/profile/settings?tab=notifications',
    '/sessions/create',
    `/sessions/${session.id}`,
    '/schedule',
    '/wallet',
    '/explore?create=upload',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    for (const size of [16, 20, 32]) {
      await setText(size)
      const out = await page.evaluate(cutOff)
      if (out.length > 0) found[`${address} at ${size}px`] = out
    }
  }
  const upload = page.getByRole('dialog', { name: 'Upload Content' })
  const name = 'lecture-notes-of-the-whole-term.pdf'
  await upload
    .locator('input[type=file][multiple]')
    .setInputFiles({ name, mimeType: '', buffer: await makePdf({ pages: 1 }) })
  await expect(upload.getByLabel(`Thumbnail for ${name} (optional)`)).toBeAttached()
  await expect(upload.getByText(/^Processing files/)).toHaveCount(0)
  for (const size of [16, 32]) {
    await setText(size)
    const out = await page.evaluate(cutOff)
    if (out.length > 0) found[`an upload with a file at ${size}px`] = out
  }
  await page.route(`**${posts.saved.path}*`, () => new Promise(() => {}))
  await page.goto('/profile?tab=saved')
  await expect(page.getByRole('status', { name: 'Loading posts' })).toBeVisible()
  await setText(32)
  expect({ ...found, loading: await page.evaluate(cutOff) }).toEqual({ loading: [] })

  await test.step('reports fit an operator’s window', async () => {
    const { page: desk } = await openAs('opal.operator')
    await desk.setViewportSize({ width: 320, height: 844 })
    await desk.goto('/admin')
    await expect(desk.getByRole('button', { name: 'Uphold' }).first()).toBeVisible()
    await (await textSizeOf(desk))(32)
    expect(await desk.evaluate(cutOff)).toEqual([])
    // A title of one word is in one line.
    expect((await desk.getByRole('heading', { level: 1 }).boundingBox())!.height).toBeLessThan(80)
  })
  await test.step('a message has room for words beside its buttons', async () => {
    await page.goto(`/messages/${conversation}`)
    const message = page.getByRole('log').getByText('Which of these trees')
    await expect(message).toBeVisible()
    await setText(32)
    expect((await message.boundingBox())!.width).toBeGreaterThan(120)
  })
  await test.step('a long name of a time zone fits a booking', async () => {
    await person.call(profiles.save, { body: { time_zone: 'America/Noronha' } })
    const { id } = await hold(person, postId, (await freeTiles(person, postId))[0]!)
    await page.goto(`/booking/${id}`)
    await expect(page.getByText('Fernando de Noronha Standard Time').first()).toBeVisible()
    for (const size of [16, 32]) {
      await setText(size)
      expect(await page.evaluate(cutOff), `at ${size}px`).toEqual([])
    }
  })

  await test.step('a toast shows its buttons, and the bar that finds words what is typed', async () => {
    await page.goto(`/ignite/${postId}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await setText(32)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
    await page.goto(`/read/${id}`)
    await page.getByRole('button', { name: 'Find' }).click()
    await setText(32)
    const width = async () => (await page.getByLabel('Find in this document').boundingBox())?.width
    await expect.poll(width).toBeGreaterThan(150)
  })

  await test.step('the reader shows some of the title', async () => {
    await page.goto(`/read/${id}`)
    const title = page.getByRole('heading', { level: 1 })
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
    await setText(32)
    await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(60)
  })
  await test.step('a page whose scripts get lost says so with its button', async () => {
    await page.route('**/assets/*.js', route => route.abort())
    await page.goto('/faq')
    await expect(page.getByRole('alert')).toContainText('didn’t load completely')
    await setText(32)
    const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' })
    await expect(retry).toBeInViewport({ ratio: 1 })
  })

  await test.step('a choice wraps with text of a size between', async () => {
    await page.goto('/profile/settings?tab=account')
    await expect(page.getByRole('radio', { name: 'Same as system' })).toBeVisible()
    await setText(20)
    expect(await page.evaluate(cutOff)).toEqual([])
  })
})

test('the longest names and titles fit a phone, and no font moves the buttons of a post', async ({
  stack,
  openAs,
}) => {
  const { tutor } = await tutorWithPosts(stack, 'long.tutor')
  await tutor.call(profiles.save, { body: { name: 'Wolfeschlegelsteinhausenbergerdorffxyzab' } })
  const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau'.repeat(3)
  const section = await addSection(stack.db, {
    course: 'ENVIRONMENTAL STUDIES 4990 HX',
    courseTitle: title,
    title,
    crn: '990099009900',
  })
  const { id } = await addPost(tutor, section, { name: title.slice(0, 120), details: title })
  const { page, person } = await openAs('long.reader')
  await person.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
  await page.setViewportSize({ width: 390, height: 844 })
  const found: Record<string, string[]> = {}
  for (const address of [
    '/profile',
    '/tutors',
    '/explore',
    `/courses/${section.courseId}`,
    `/ignite/${id}`,
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const out = await page.evaluate(cutOff)
    if (out.length > 0) found[address] = out
  }
  expect(found).toEqual({})

  await test.step('in a script from right to left, they begin at the right', async () => {
    const arabic = 'الأشجار الثنائية'
    const details = `${arabic}\n\nTrees.`
    const { id } = await addPost(tutor, section, { name: arabic, details, file: await makePdf({ pages: 1 }) })
    await page.goto(`/read/${id}`)
    await expect(page.getByRole('heading', { name: arabic })).toHaveCSS('direction', 'rtl')
    await page.goto(`/ignite/${id}`)
    // Its English paragraph begins at the left.
    const words = page.getByText('Trees.')
    await expect
      .poll(() =>
        words.evaluate(paragraph => {
          const range = document.createRange()
          const text = paragraph.firstChild as Text
          range.setStart(text, text.data.indexOf('Trees.'))
          range.setEndAfter(text)
          return range.getBoundingClientRect().left - paragraph.getBoundingClientRect().left
        }),
      )
      .toBeLessThan(1)
    await page.goto('/explore?create=upload')
    for (const field of [page.getByLabel('Topic'), page.getByLabel('Details')]) {
      await field.fill(arabic)
      await expect(field).toHaveCSS('direction', 'rtl')
    }
  })
  await test.step('and a name in one doesn’t turn the sentence that it is in, nor leave its picture', async () => {
    await tutor.call(profiles.save, { body: { name: 'محمد عبد الله' } })
    await tutor.call(follows.follow, { body: { username: 'long.reader' } })
    await page.goto('/notifications')
    await expect(page.getByRole('link', { name: /started following you/ })).toHaveCSS('direction', 'ltr')
    await page.goto('/profile/long.tutor')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('text-align', 'left')
  })
  await test.step('and where a long one is cut, it keeps its beginning', async () => {
    await tutor.call(profiles.save, { body: { name: 'صصصصصص '.repeat(5).trim() } })
    const conversation = await makeConversation([person, 'long.reader'], [tutor, 'long.tutor'])
    await write(tutor, conversation, 'Hello')
    const session = await makeSession(stack, tutor)
    for (const address of ['/messages', `/sessions/${session.id}`, `/ignite/${id}?book=time`]) {
      await page.goto(address)
      await expect(page.getByText('صصصصصص').filter({ visible: true }).first()).toBeVisible()
      expect(await page.evaluate(cutOff), address).toEqual([])
    }
  })

  await page.goto(`/ignite/${id}`)
  await page.waitForLoadState('networkidle')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.evaluate(() => document.fonts.ready)
  const details = page.getByText(title, { exact: true }).last()
  const before = await details.boundingBox()
  // As if a wider font were on its way out.
  await page.addStyleTag({ content: 'main :is(a, button) { letter-spacing: 0.06em }' })
  expect(await details.boundingBox()).toEqual(before)
})

test('the reader’s bar has room for all its controls on a tablet', async ({ stack, openAs }) => {
  const { postId } = await tutorWithPosts(stack, 'tablet.tutor')
  const { page } = await openAs('tablet.reader')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/read/${postId}`)
  const move = page.getByRole('button', { name: 'Move mode' })
  await expect(move).toBeVisible()
  const views = page.getByTitle(/ views? by /)
  await expect(views).toBeVisible()
  // Both at one moment: what comes later moves them.
  const gap = await views.evaluate(
    (right, left) => right.getBoundingClientRect().left - left!.getBoundingClientRect().right,
    await move.elementHandle(),
  )
  expect(gap).toBeGreaterThanOrEqual(0)

  await test.step('and on a phone, toasts come above it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await coverEdges(page, { bottom: 34 })
    await page.keyboard.press('m')
    const toast = page.getByRole('listitem').filter({ hasText: 'Move mode enabled' })
    await expect(toast).toBeVisible()
    await expect.poll(() => roomBetween(toast, page.locator('.reader-tools'))).toBeGreaterThan(0)
  })
})

test('the theme and the boards are in the menu where the bar has no room for them', async ({ openAs }) => {
  const { page } = await openAs('narrow.bar')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/explore')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Whiteboard' })).toBeHidden()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Boards' })).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await test.step('and the key /, for which the person didn’t leave a page, takes no focus from the next one', async () => {
    await page.goto('/profile/settings')
    await page.getByLabel(/^Year and major/).fill('Half a thought')
    await page.getByRole('button', { name: 'Save' }).press('/')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How can we help?' })).toBeFocused()
  })
})

/** What `--page-found` computes to where nothing forces another color. */
function foundColor(): string {
  const probe = document.createElement('div')
  probe.style.cssText = 'background: var(--page-found); forced-color-adjust: none'
  document.body.append(probe)
  const color = getComputedStyle(probe).backgroundColor
  probe.remove()
  return color
}

test('a contrast theme shows what is chosen, and the edges of buttons, cards and pages', async ({
  stack,
  openAs,
}) => {
  const { postId } = await tutorWithPosts(stack, 'contrast.tutor')
  const { page, person } = await openAs('contrast.reader')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/ignite/${postId}?book=time`)
  const drawer = page.getByRole('dialog')
  const days = drawer.getByRole('tab')
  await expect(days).toHaveCount(7)
  const colors = await days.evaluateAll(tabs =>
    tabs.map(tab => [tab.ariaSelected, getComputedStyle(tab).backgroundColor] as const),
  )
  const chosen = colors.find(([selected]) => selected === 'true')![1]
  expect(colors.filter(([, color]) => color === chosen)).toHaveLength(1)
  const lengths = await page
    .getByRole('radio')
    .evaluateAll(radios => radios.map(radio => getComputedStyle(radio.parentElement!).backgroundColor))
  expect(new Set(lengths).size).toBe(2)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCSS('border-top-width', '1px')
  const background = (element: Element) => getComputedStyle(element).backgroundColor
  const dots = (selected: boolean) => drawer.getByRole('tab', { selected }).locator('.bg-accent').first()
  expect(await dots(true).evaluate(background)).not.toBe(chosen)
  expect(await dots(false).evaluate(background)).not.toBe(await page.locator('html').evaluate(background))
  await page.goto('/explore')
  const current = page.getByRole('link', { name: 'Dashboard' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  // It leads to the current page, too.
  const logo = page.getByRole('banner').getByRole('link', { name: /^Ignite/ })
  expect(await logo.evaluate(background)).not.toBe(await current.evaluate(background))
  await page.getByRole('button', { name: /^Your account/ }).press('Enter')
  const entries = page.getByRole('menuitem')
  await expect(entries.first()).toBeFocused()
  expect(await entries.first().evaluate(background)).not.toBe(await entries.last().evaluate(background))

  const section = await addSection(stack.db)
  const file = await makePdf({ pages: 3, text: page => `Contrast ${page}` })
  const post = await addPost(await stack.signIn('contrast.author'), section, { name: 'In contrast', file })
  await person.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
  await person.call(reading.keepPosition, { body: { fileKey: post.doc_url, pageNumber: 2 } })
  await page.goto('/explore')
  const paper = await page.locator('html').evaluate(background)
  const classes = page.getByRole('list', { name: 'My classes' })
  expect(await classes.locator('[aria-hidden=true]').first().evaluate(background)).not.toBe(paper)
  const card = page.getByRole('article', { name: 'In contrast' })
  const spine = card.evaluate(element => getComputedStyle(element, '::before').backgroundColor)
  expect(await spine).not.toBe(paper)
  const edge = (element: Element) => getComputedStyle(element).outlineStyle
  expect(await card.locator('.bg-accent').locator('..').evaluate(edge)).toBe('solid')
  await page.goto(`/read/${post.id}`)
  expect(await page.locator('[data-page="2"]').evaluate(edge)).toBe('solid')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByLabel('Find in this document').fill('contrast 2')
  const mark = page.getByRole('img', { name: 'Current match' }).locator('span').first()
  await expect(mark).toHaveCSS('background-color', await page.evaluate(foundColor))
  await expect(page.getByRole('search', { name: 'In this document' })).toHaveCSS('outline-style', 'solid')

  await person.call(wallets.create, { body: { terms: true } })
  await earn(stack, 'contrast.reader', 5_000, { student: 'contrast.tutor' })
  await page.goto('/wallet')
  const chart = page.getByRole('region', { name: 'Earnings' })
  const ink = await page.locator('html').evaluate(element => getComputedStyle(element).color)
  await expect(chart.locator('rect').last()).toHaveCSS('fill', ink)
  await expect(chart.locator('label:has(:checked)')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
  const line = (name: string) =>
    chart.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name)
  expect(await line('--line')).toBe(await line('--line-strong'))
})

/** What reaches into the outer pixels of the window, on its left or right. */
function atTheEdges(inset: number): string[] {
  const contents = document.querySelectorAll<HTMLElement>(
    ':is(h1, h2, p, a, button, input, textarea):not(.sr-only, .sr-only *, [href="#main"])',
  )
  return [...contents].flatMap(one => {
    const { left, right, width } = one.getBoundingClientRect()
    const clear = left >= inset && right <= document.documentElement.clientWidth - inset
    return clear || width === 0 || one.closest('.overflow-x-auto')
      ? []
      : [`${one.tagName} ${one.ariaLabel ?? one.textContent}: ${left} to ${right}`]
  })
}

test('a time can be chosen on a phone on its side', { tag: '@phone' }, async ({ stack, openAs }) => {
  const { postId } = await tutorWithPosts(stack, 'lying.tutor')
  const { page } = await openAs('lying.reader')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`/ignite/${postId}?book=time`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('tab').first()).toBeVisible()
  const foot = (await drawer
    .getByRole('button', { name: 'Continue' })
    .locator('xpath=ancestor::div[contains(@class, "border-t")]')
    .boundingBox())!
  expect(foot.height).toBeLessThan(100)
  await drawer.getByRole('heading', { name: /schedule$/ }).evaluate(heading => heading.scrollIntoView())
  await expect(drawer.getByRole('heading', { name: 'Book a session' })).not.toBeInViewport()
  await expect(drawer.getByRole('button', { name: 'Continue' })).toBeInViewport()

  await test.step('and nothing stands under its notch', async () => {
    const inset = 59
    await coverEdges(page, { left: inset, right: inset, bottom: 21 })
    await expect.poll(() => page.evaluate(atTheEdges, inset)).toEqual([])
    for (const address of ['/explore', '/messages', `/read/${postId}`, '/whiteboard']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(atTheEdges, inset), address).toEqual([])
    }
  })
})

test(
  'a conversation has the whole window while the keyboard is open',
  { tag: '@phone' },
  async ({ stack, openAs }, { project }) => {
    const { page, person } = await openAs('thumb.writer')
    const other = await stack.signIn('thumb.other')
    const id = await makeConversation([person, 'thumb.writer'], [other, 'thumb.other'])
    for (let number = 1; number <= 30; number++)
      await write(number === 29 ? person : other, id, `Message ${number}`)
    await page.goto(`/messages/${id}`)
    const last = page.getByRole('log').getByText('Message 30')
    await expect(last).toBeInViewport()
    await expect(page.getByRole('banner')).toBeVisible()
    // A contrast theme takes the bubble's color away.
    await page.emulateMedia({ forcedColors: 'active' })
    const own = page.getByRole('log').getByText('Message 29').locator('..')
    await expect(own).toHaveCSS('border-top-width', '1px')
    await page.emulateMedia({ forcedColors: 'none' })

    const composer = page.getByRole('form', { name: /^Message to/ })
    await test.step('a toast comes above the field for a message, however high that is', async () => {
      await page.route(`**${profiles.save.path}`, route => route.abort())
      await page.getByRole('button', { name: 'Theme' }).click()
      await page.getByRole('menuitemradio', { name: 'Light' }).click()
      const toast = page.getByRole('listitem').filter({ hasText: 'The theme holds on this device only.' })
      await toast.hover()
      await expect.poll(() => roomBetween(toast, composer)).toBeGreaterThan(0)
      await box(page).fill('One\nTwo\nThree\nFour\nFive')
      await expect.poll(() => roomBetween(toast, composer)).toBeGreaterThan(0)
      await box(page).clear()
    })
    if (project.name !== 'phone') return

    await coverEdges(page, { bottom: 34 })
    await expect.poll(() => roomBetween(composer, inTabs(page))).toBeGreaterThan(0)
    await coverEdges(page, {})

    // As `interactive-widget=resizes-content` has it.
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /resizes-content/)
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(inTabs(page)).toBeHidden()
    await expect(box(page)).toBeInViewport()
    await expect.poll(async () => (await page.getByRole('log').boundingBox())?.height).toBeGreaterThan(250)
    await expect(last).toBeInViewport()

    // The bottom edge may go, and the keyboard come, before the page hears of either.
    await page.getByRole('log').evaluate(log => {
      for (const margin of ['-40px', '80px']) {
        log.style.marginBottom = margin
        log.scrollTop
      }
    })
    await expect(last).toBeInViewport()
  },
)

/** Whether the focus has come to a form's buttons; and what has it, if they cover some of that. */
function focusAtFoot(selector: string) {
  const [foot, focused] = [document.querySelector(selector)!, document.activeElement!]
  if (foot.contains(focused)) return { place: 'in its foot', hidden: [] } as const
  const { bottom, height } = focused.getBoundingClientRect()
  const room = foot.getBoundingClientRect().top
  // Where there isn't room for all of it, as for all content of a drawer, its beginning shows.
  const over = height < room ? bottom - room : 0
  const name = (focused as HTMLInputElement).labels?.[0]?.textContent ?? focused.textContent
  return { place: 'in the form', hidden: over > 0 ? [`${name}: ${over} px`] : [] } as const
}

/** What a form's buttons cover while it has the focus, on the way to them by Tab. */
async function hiddenOnTheWayTo(page: Page, foot: string): Promise<string[]> {
  const hidden: string[] = []
  let place: 'in the form' | 'in its foot' = 'in the form'
  while (place === 'in the form') {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(focusAtFoot, foot)
    place = found.place
    hidden.push(...found.hidden)
  }
  return hidden
}

test('a dialog in a short window covers nothing that has the focus', async ({ stack, openAs }) => {
  const { postId } = await tutorWithPosts(stack, 'short.tutor')
  const { page } = await openAs('short.reader')
  const foot = '[role="dialog"] > :last-child'
  const dialog = page.getByRole('dialog')
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/explore?create=upload')
  await expect(dialog.getByLabel('Topic')).toBeVisible()
  expect(await hiddenOnTheWayTo(page, foot)).toEqual([])

  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`/ignite/${postId}?book=time`)
  await dialog.getByRole('tab').nth(2).click()
  await dialog
    .getByRole('button', { name: /, free$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel(/^Message to/)).toBeVisible()
  await dialog.getByRole('heading').first().focus()
  expect(await hiddenOnTheWayTo(page, foot)).toEqual([])
})

const isUncovered = (part: Locator) =>
  part.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const covered = [y + 1, y + height - 1].filter(
      row => !element.contains(document.elementFromPoint(x + width / 2, row)),
    )
    return height > 0 && covered.length === 0
  })

test('a dialog says why it couldn’t be sent where a small window shows it', async ({ stack, openAs }) => {
  const { postId } = await tutorWithPosts(stack, 'refused.tutor')
  const { page } = await openAs('refused.reader')
  const dialog = page.getByRole('dialog')
  await page.goto(`/ignite/${postId}`)
  await page.getByRole('button', { name: /^More: / }).click()
  await page.getByRole('menuitem', { name: 'Report post' }).click()
  await dialog.getByRole('radio').first().check()
  await page.route('**/api/report', route => route.abort())
  for (const height of [450, 700]) {
    await page.setViewportSize({ width: 390, height })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    const reason = dialog.getByRole('alert').filter({ hasText: 'can’t reach Ignite' })
    await expect.poll(() => isUncovered(reason)).toBe(true)
  }
})

test(
  'only the person’s own scrolling hides the tab bar, and a form has its buttons in its place',
  {
    tag: '@phone',
  },
  async ({ stack, openAs }, { project }) => {
    const section = await addSection(stack.db)
    const author = await stack.signIn('many.author')
    for (let number = 1; number <= 9; number++) await addPost(author, section, { name: `Shelf ${number}` })
    const { page } = await openAs('scrolling.reader')
    const bar = inTabs(page)
    const phone = project.name === 'phone'

    await test.step('whose buttons hide no field with the focus', async () => {
      if (!phone) await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto('/sessions/create')
      if (phone) await expect(bar).toBeVisible()
      await page.getByLabel('Title').fill('Proofs')
      if (phone) await expect(bar).toBeHidden()
      const bottomOfFoot = async () => {
        const { y, height } = (await page.getByRole('button', { name: 'Create Session' }).boundingBox())!
        return y + height
      }
      await expect.poll(bottomOfFoot).toBeGreaterThan(phone ? 780 : 660)
      expect(await hiddenOnTheWayTo(page, '[data-form-foot]')).toEqual([])
    })
    if (!phone) return

    await page.goto('/explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 900)
    await expect(bar).not.toBeInViewport()
    await page
      .getByRole('link', { name: /^Shelf/ })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page).toHaveURL(/ignite/)
    await page.goBack()
    await expect(page).toHaveURL(/explore/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await expect(bar).toBeInViewport()
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await expect(bar).toBeInViewport()
  },
)

test('the tip of a button at an edge stays inside of the window, and says More where a list has many of them', async ({
  openAs,
}) => {
  const { page, person } = await openAs('tips.reader')
  await makeBoard(person)
  const tipOf = (button: Locator) =>
    button.evaluate(element => {
      const { content, display } = getComputedStyle(element, '::after')
      const { clientWidth, scrollWidth } = document.documentElement
      return { content, display, over: scrollWidth - clientWidth }
    })
  await page.goto('/explore')
  const dismiss = page.getByRole('button', { name: 'Don’t show this tip again' })
  await dismiss.focus()
  expect(await tipOf(dismiss)).toEqual({
    content: '"Don’t show this tip again" / ""',
    display: 'block',
    over: 0,
  })
  await page.goto('/whiteboard')
  const more = page.getByRole('button', { name: /^More about/ })
  await more.focus()
  expect(await tipOf(more)).toEqual({ content: '"More" / ""', display: 'block', over: 0 })
})

/** Which of these a finger would have to aim at: what leads to them is less than 44 px wide or high, with the size of that. */
async function smallTargets(targets: Locator): Promise<string[]> {
  await expect(targets.first()).toBeVisible()
  return targets.filter({ visible: true }).evaluateAll(elements =>
    elements.flatMap(element => {
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const leads = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
      // In halves of a pixel, from the middle outward.
      const reach = (across: number, down: number) => {
        let steps = 0
        while (leads(x + (across * steps) / 2, y + (down * steps) / 2)) steps++
        return steps / 2
      }
      const size = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)]
      if (size.every(side => side >= 44)) return []
      return [
        `${element.ariaLabel ?? (element.getAttribute('title') || element.textContent)}: ${size.join(' by ')}`,
      ]
    }),
  )
}

test(
  'what a finger presses is at least 44 px wide and high',
  { tag: '@phone' },
  async ({ stack, openAs, page: visitor }, { project }) => {
    // Only where fingers press.
    if (project.name !== 'phone') return
    const { postId } = await tutorWithPosts(stack, 'pressed.tutor')
    const { page, person } = await openAs('pressing.reader')
    const board = await makeBoard(person)

    await visitor.goto('/login')
    expect(await smallTargets(visitor.getByRole('link', { name: 'About Ignite' }))).toEqual([])

    await page.goto('/explore')
    const author = page.getByRole('article').getByRole('link', { name: 'Wilhelmina Featherstonehaugh' })
    expect(await smallTargets(author)).toEqual([])

    await page.goto('/tutors')
    const tutor = page.getByRole('article').getByRole('heading').getByRole('link')
    expect(await smallTargets(tutor)).toEqual([])

    await page.goto(`/ignite/${postId}?book=time`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab').nth(2).click()
    await drawer
      .getByRole('button', { name: /, free$/ })
      .first()
      .click()
    expect(await smallTargets(drawer.getByRole('button', { name: 'Clear' }))).toEqual([])

    await page.goto('/messages')
    await page.getByRole('searchbox').fill('Hello')
    expect(await smallTargets(page.getByRole('button', { name: 'Clear the search' }))).toEqual([])

    await page.goto('/profile/settings?tab=account')
    expect(await smallTargets(page.getByRole('radio', { name: 'Dark' }))).toEqual([])

    await page.goto('/notifications')
    expect(await smallTargets(page.getByRole('link', { name: 'All', exact: true }))).toEqual([])

    await page.goto('/explore?create=upload')
    await page.getByLabel('Topic').fill('Heaps')
    await page.getByRole('button', { name: 'Close' }).click()
    const resume = page.getByRole('button', { name: 'Resume' })
    await resume.hover()
    expect(await smallTargets(resume)).toEqual([])
    await coverEdges(page, { bottom: 34 })
    const toast = page.getByRole('listitem').filter({ has: resume })
    await expect.poll(() => roomBetween(toast, inTabs(page))).toBeGreaterThan(0)
    await page.setViewportSize({ width: 700, height: 844 })
    await expect.poll(() => roomBetween(toast, inTabs(page))).toBeGreaterThan(0)

    await page.goto(`/whiteboard/${board}`)
    await expect(page.locator('.excalidraw canvas.interactive')).toBeVisible({ timeout: 30_000 })
    expect(await smallTargets(page.locator('.board :is(button, label, a)'))).toEqual([])
    // A hint about the mouse and keys.
    await page.locator('label:has([data-testid="toolbar-line"])').click()
    await expect(page.locator('.HintViewer')).toContainText('Click')
    await expect(page.locator('.HintViewer')).toBeHidden()
    await page.getByRole('button', { name: 'More tools' }).click()
    expect(await smallTargets(page.locator('.board .dropdown-menu-item'))).toEqual([])
  },
)

/** What is smaller than 24 px and nearer than that to another target (WCAG 2.2, 2.5.8): circles of that size around both would meet. */
function crowded(): string[] {
  const targets = [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
    .filter(target => target.checkVisibility())
    .map(target => ({ target, box: target.getBoundingClientRect() }))
    .map(({ target, box }) => ({
      name: `${target.textContent}: ${Math.round(box.width)} by ${Math.round(box.height)}`,
      box,
      isSmall: Math.min(box.width, box.height) < 24,
      middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    }))
  type Target = (typeof targets)[number]
  const away = (a: number, from: number, to: number) => Math.max(from - a, 0, a - to)
  const meets = ({ middle }: Target, { isSmall, middle: other, box }: Target) =>
    isSmall
      ? Math.hypot(middle.x - other.x, middle.y - other.y) < 24
      : Math.hypot(away(middle.x, box.left, box.right), away(middle.y, box.top, box.bottom)) < 12
  return targets
    .filter(one => one.isSmall && targets.some(other => other !== one && meets(one, other)))
    .map(({ name }) => name)
}

test(
  'a finger doesn’t take the neighbor of the link that it means',
  { tag: '@phone' },
  async ({ stack, openAs }, { project }) => {
    // Only where fingers press.
    if (project.name !== 'phone') return
    const { tutor, postId } = await tutorWithPosts(stack, 'crowded.tutor')
    // As long as what it stands below.
    await tutor.call(profiles.save, { body: { name: 'Ida Bonaparte' } })
    const { page, person } = await openAs('crowded.reader')
    const { id, url } = await hold(person, postId, (await freeTiles(person, postId))[0]!)
    await pay(url)
    await person.call(bookings.get, { params: { id }, query: {} })
    await earn(stack, 'crowded.reader', 5_000, { student: 'crowded.tutor' })
    await person.call(follows.follow, { body: { username: 'crowded.tutor' } })
    const session = await makeSession(stack, tutor, { starts_on: dayAhead(stack, 4) })
    await tutor.call(invitations.send, { body: { id: session.id, invite: ['crowded.reader'] } })
    const found: Record<string, string[]> = {}
    for (const [address, shown] of [
      ['/profile/wallet?tab=transactions', page.getByRole('link', { name: 'Receipt' })],
      [`/booking/${id}`, page.getByRole('definition').getByRole('link').first()],
      ['/meeting?tab=invitations', page.getByRole('button', { name: /^Accept/ })],
      ['/schedule', page.getByRole('tablist', { name: 'Day' })],
      [`/read/${postId}`, page.getByRole('toolbar', { name: 'Reading' }).getByRole('button').first()],
    ] as const) {
      await page.goto(address)
      await expect(shown).toBeVisible()
      await page.waitForLoadState('networkidle')
      const close = await page.evaluate(crowded)
      if (close.length > 0) found[address] = close
    }
    expect(found).toEqual({})
  },
)
