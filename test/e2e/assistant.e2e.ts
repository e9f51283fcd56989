import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { dialogues, type Message } from '#shared/api/dialogues.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { startModel } from '../../local/model/model.ts'
import { addSection, type Section } from '../factories/catalog.ts'
import { beginDialogue, stream } from '../factories/dialogues.ts'
import { makePdf } from '../factories/documents.ts'
import { hostileAnswers } from '../factories/hostile-answers.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { startOwn, withOwnStack } from './own-stack.ts'

/** The same with a language model, which answers by a script (local/model/script.ts). */
const withModel = withOwnStack(async () => {
  const model = await startModel()
  const stack = await startOwn(model.env)
  const close = async () => {
    await stack.close()
    await model.close()
  }
  return { ...stack, close }
})

const lessons = [
  'A stack gives back first what was put on it last. A queue gives back first what came first.',
  'A hash table finds a key in constant time on average. Collisions are chained or probed.',
  'Insertion sort takes each card and slides it down to its place. It is quadratic in the worst case.',
  'A binary heap keeps its smallest element at the root. Removing it sifts another element down.',
  'Merge sort splits a list into halves and merges the sorted halves. It needs linearithmic time.',
  'A red black tree recolors and rotates. Its height stays logarithmic in the number of keys.',
]
const mergeSort = 5

const routes = [
  'A graph has vertices and edges between them.',
  'Dijkstra finds the shortest path where no edge is negative.',
]
const dijkstra = 2

/** Notes that the assistant has read. */
async function shareNotes(
  stack: Stack,
  { name = 'Sorting and searching', texts = lessons, section = undefined as Section | undefined } = {},
) {
  const author = await stack.signIn('grace')
  const file = await makePdf({ pages: texts.length, text: page => texts[page - 1]! })
  const place = section ?? (await addSection(stack.db))
  const post = await addPost(author, place, { name, file })
  await stack.jobsDone()
  return { post, section: place }
}

const panel = (page: Page) => page.locator('[aria-labelledby="study-panel-title"]')
const question = (page: Page) => page.getByLabel('Ask about this document')
const answers = (page: Page) => page.locator('.answer-text')
const passage = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"]`).getByRole('img', { name: 'The passage' })
const citedWords = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"]`).getByRole('img', { name: 'The cited words' })
const mark = (page: Page, number: number) => passage(page, number).locator('span').first()

/** The total length of the marks. */
const inkOf = (marks: Locator) =>
  marks
    .locator('span')
    .evaluateAll(lines => lines.reduce((sum, line) => sum + line.getBoundingClientRect().width, 0))

async function open(page: Page, post: PostCard): Promise<void> {
  await page.goto(`/read/${post.id}?panel=open`)
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
}

const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' })

async function ask(page: Page, text: string): Promise<void> {
  await question(page).fill(text)
  // Until the answer before has ended, Enter does nothing.
  await expect(send(page)).toHaveAttribute('aria-disabled', 'false')
  await question(page).press('Enter')
}

/** The server gets the next question and writes its answer, and the page hears nothing of it. */
async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    `**${dialogues.stream.path}`,
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

/** Sets how many of today’s tokens a person who has asked before has used. */
const spend = (stack: Stack, name: string, tokens: number) =>
  sql`update assistant.usage set tokens = ${tokens}
    where person_id = (select id from users where email = ${`${name}@example.edu`})`.execute(stack.db)

withModel(
  'one asks beside the document, and follows what is cited to its page',
  async ({ stack, openAs, expectAccessible }) => {
    const { post } = await shareNotes(stack)
    const { page } = await openAs('ben')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('link', { name: 'Study Pal AI' }).click()
    await expect(panel(page).getByRole('heading', { name: 'Study Pal AI' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
    await expect(page.getByText('100% of today’s answers left')).toBeVisible()
    await expect(question(page)).toBeFocused()
    await expectAccessible(page)

    await question(page).fill('How does merge sort')
    await question(page).press('Shift+Enter')
    await question(page).pressSequentially('work?')
    await expect(question(page)).toHaveValue('How does merge sort\nwork?')
    await question(page).press('Enter')
    await expect(question(page)).toHaveValue('')
    await expect(answers(page)).toContainText('In short: it is what the notes say.')
    await expect(panel(page).getByRole('status').filter({ hasText: 'In short' })).toHaveText(
      /^Study Pal AI: [^@]*\[1\][^@]*$/,
    )
    await expect(page).toHaveURL(/dialogue=/)
    await page
      .getByRole('list', { name: 'Sources' })
      .getByRole('button', { name: /page 5/ })
      .click()
    await expect(mark(page, mergeSort)).toBeInViewport()
    await expect(page.getByLabel('Page number')).toHaveValue(String(mergeSort))
    // A highlighter leaves the text as dark as it was.
    await expect(page.locator(`[data-page="${mergeSort}"] .passage-marks`)).toHaveCSS(
      'mix-blend-mode',
      'multiply',
    )
    // The answer quotes the first of the passage’s two sentences.
    await expect(citedWords(page, mergeSort).locator('span').first()).toBeInViewport()
    const share = (await inkOf(citedWords(page, mergeSort))) / (await inkOf(passage(page, mergeSort)))
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.8)
    await answers(page)
      .getByRole('button', { name: /^Source 1/ })
      .click()
    await panel(page).getByRole('button', { name: 'Copy answer' }).click()
    await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^In short[^@]*\[1\][^@]*$/)
    await expectAccessible(page)

    // Text selected in the document goes into the question, and stays with it.
    const line = page.locator(`[data-page="${mergeSort}"]`).getByText('Merge sort splits')
    await line.dblclick({ position: { x: 15, y: 4 } })
    await page.getByRole('button', { name: 'Ask AI about this' }).click()
    await expect(panel(page).getByText('Page 5', { exact: true })).toBeVisible()
    await ask(page, 'Why is it called so? model:stall')
    await expect(answers(page).nth(1)).toContainText('In short')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(panel(page).getByRole('listitem').getByText('The answer was stopped.')).toBeVisible()
    await expect(answers(page).nth(1)).toContainText('In short')
    await expect(panel(page).locator('blockquote').filter({ hasText: 'Page 5' })).toContainText('Merge')

    // A broken stream keeps its text, and the question can be retried.
    await page.route('**/ai/chat/message/stream', route =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'data: {"content":"Half an","done":false}\n\n',
      }),
    )
    await ask(page, 'How does a heap work?')
    await expect(panel(page).getByRole('alert')).toContainText('Something went wrong. Try again.')
    await expect(panel(page).getByRole('alert')).toContainText('Stream request failed')
    await expect(answers(page).nth(2)).toHaveText('Half an')
    await page.unroute('**/ai/chat/message/stream')
    await page.route('**/ai/chat/message/stream', route => route.abort('connectionrefused'))
    await panel(page).getByRole('button', { name: 'Retry' }).last().click()
    await expect(panel(page).getByRole('alert')).toContainText(
      /can’t reach Ignite.*We kept the part that was already written/,
    )
    await expect(answers(page).nth(2)).toHaveText('Half an')
    await page.unroute('**/ai/chat/message/stream')
    await panel(page).getByRole('button', { name: 'Retry' }).last().click()
    await expect(answers(page).nth(2)).toContainText('In short')
    await expect(panel(page).getByRole('alert')).toHaveCount(0)
    // A reload would stop it.
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)

    await page.reload()
    await expect(answers(page)).toHaveCount(3)
    // The stopped answer, unless too few tokens are left for another.
    const retry = panel(page).getByRole('button', { name: 'Retry' })
    await expect(retry).toHaveCount(1)
    await spend(stack, 'ben', 142_001)
    await page.reload()
    await expect(panel(page).getByText('You’ve used all of today’s answers.')).toBeVisible()
    await expect(retry).toHaveCount(0)
    await question(page).fill('And how does')
    await page.getByRole('button', { name: 'Chats' }).click()
    await page.getByRole('button', { name: /^More about How does merge/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Chat name').fill('Merging')
    await page.keyboard.press('Enter')
    // The field is gone; the focus stays in the panel, so that Escape closes that and not the document.
    await expect(panel(page).getByRole('region', { name: 'Chats' })).toBeFocused()
    // The end of an earlier one would let the next one end under the pointer.
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await page.getByRole('button', { name: 'More about Merging' }).click()
    await page.clock.install()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('No chats yet')).toBeVisible()
    // The pointer keeps the toast there for as long as it likes.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect(page.locator('[data-sonner-toast]').filter({ has: undo })).toHaveAttribute(
      'data-expanded',
      'true',
    )
    await page.clock.runFor('01:00')
    await undo.click()
    await page.getByRole('button', { name: /^Merging/ }).click()
    await expect(answers(page)).toHaveCount(3)
    await expect(question(page)).toHaveValue('And how does')
    await page.getByRole('button', { name: 'New chat' }).click()
    await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
    await page.getByRole('button', { name: 'Chats' }).click()
    await page.getByRole('button', { name: 'More about Merging' }).click()
    // Opening the chats may have asked for the list, too.
    const listed = page
      .waitForResponse(response => response.request().method() === dialogues.remove.method)
      .then(() =>
        page.waitForResponse(
          response => response.request().method() === 'GET' && response.url().includes(dialogues.list.path),
        ),
      )
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(undo).toBeVisible()
    // No longer, so that it would still be there if it failed and said so.
    await page.clock.runFor('00:11')
    expect((await (await listed).json()).sessions).toEqual([])
    await page.clock.runFor(100)
    expect(await page.getByText('is still there').count()).toBe(0)
    await expect(undo).toBeHidden()
    await expect(page.getByText('No chats yet')).toBeVisible()
  },
)

withModel(
  'a source that misleads is reported where it is cited',
  async ({ stack, openAs, expectAccessible }) => {
    const { post } = await shareNotes(stack)
    const { page } = await openAs('eve')
    await open(page, post)
    await ask(page, 'How does merge sort work?')
    await page.getByRole('button', { name: 'Report source 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await expect(dialog).toContainText('“Sorting and searching” by Grace')
    await expect(dialog.getByLabel('Details')).toHaveValue(
      /^Page 5, cited by Study Pal AI: “Page 5\s+Merge sort/,
    )
    await dialog.getByText('Something else').click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Report source 1' })).toBeFocused()
    const [kept] = await stack.db
      .selectFrom('reports')
      .select(['reason', 'details'])
      .where('post_id', '=', post.id)
      .execute()
    expect(kept).toMatchObject({ reason: 'other', details: expect.stringContaining('Page 5') })
  },
)

withModel('whatever an answer says, nothing in it runs, loads or leads away', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('cy')
  const away: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(stack.url) || request.url().includes('/inj')) away.push(request.url())
  })
  await open(page, post)
  const half = Math.ceil(hostileAnswers.length / 2)
  const parts = [hostileAnswers.slice(0, half), hostileAnswers.slice(half)]
  for (const [index, part] of parts.entries()) {
    // Questions refuse NUL and marks that reorder text; the unit test covers them.
    const text = part.join('\n\n').replace(/[\p{Cc}\u202a-\u202e]/gu, sign => (sign === '\n' ? sign : ''))
    await ask(page, `model:say ${text}`)
    await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(index + 1)
  }
  await expect(panel(page).getByText('This answer cites none of your documents.')).toHaveCount(parts.length)
  await expect(answers(page).first()).toContainText('<script>window.__hit=1</script>')
  await expect(
    answers(page).locator('a, img, script, iframe, form, input, video, audio, object, link'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => '__hit' in window)).toBe(false)
  expect(away).toEqual([])
})

test('without a model people get the passages, from the study materials of the course', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { post, section } = await shareNotes(stack)
  await shareNotes(stack, { name: 'Graphs', texts: routes, section })
  const { page } = await openAs('dora')
  const narrow = page.viewportSize()!.width < 768
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: /^Study materials for/ }).click()
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'CS 201 Data Structures' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Sorting and searching/ }).click()
  // On a phone the document comes first, and the panel leaves a part of it in sight.
  if (narrow) {
    await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeInViewport()
    await page.getByRole('button', { name: 'Study Pal AI' }).click()
    await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeInViewport()
    await page.goBack()
    await expect(panel(page)).toBeHidden()
    await page.getByRole('button', { name: 'Study Pal AI' }).click()
  }
  await expect(page.getByText(/^No AI model is set up,/)).toBeVisible()
  await ask(page, 'merge sort halves')
  await expect(answers(page)).toContainText('Merge sort splits a list into halves')
  // Read from its beginning.
  await expect(panel(page).getByText('merge sort halves', { exact: true })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page
    .getByRole('list', { name: 'Sources' })
    .getByRole('button', { name: /page 5/ })
    .first()
    .click()
  if (narrow) await expect(panel(page)).toBeHidden()
  await expect(mark(page, mergeSort)).toBeInViewport()

  // A source in another document of the course opens there, and the dialogue continues beside it.
  if (narrow) await page.getByRole('button', { name: 'Study Pal AI' }).click()
  // On a phone, the page before has more room beside the panel.
  if (!narrow) {
    await expect(page).toHaveURL(/page=5/)
    await ask(page, 'Explain this page')
    await expect(answers(page)).toHaveCount(2)
    await expect(answers(page).last()).toContainText('Merge sort splits a list into halves')
  }
  await ask(page, 'Dijkstra shortest path')
  await page
    .getByRole('list', { name: 'Sources' })
    .getByRole('button', { name: /Graphs/ })
    .first()
    .click()
  await expect(page).toHaveTitle(/Graphs/)
  await expect(mark(page, dijkstra)).toBeInViewport()
  if (narrow) await page.getByRole('button', { name: 'Study Pal AI' }).click()
  await expect(answers(page)).toHaveCount(narrow ? 2 : 3)
})

test('a chat that was continued in another tab is up to date when its tab is looked at again', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('tilda')
  await open(page, post)
  await ask(page, 'merge sort halves')
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(answers(other)).toHaveCount(1)
  await ask(other, 'binary heap root')
  await expect(panel(other).getByRole('button', { name: 'Copy answer' })).toHaveCount(2)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(answers(page)).toHaveCount(2)
  await expect(panel(page).getByText('binary heap root')).toBeVisible()
})

test('a question that is typed while its chat loads waits in the field', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('wanda')
  await open(page, post)
  await ask(page, 'merge sort halves')
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  const loaded = Promise.withResolvers<void>()
  const chat = /\/ai\/chat\/sessions\/[\w-]{36}/
  await page.route(chat, async route => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  await question(page).fill('binary heap root')
  await question(page).press('Enter')
  await expect(question(page)).toHaveValue('binary heap root')
  loaded.resolve()
  await expect(answers(page)).toHaveCount(1)
  await expect(send(page)).toHaveAttribute('aria-disabled', 'false')
  await expect(question(page)).toHaveValue('binary heap root')
  await question(page).press('Enter')
  await expect(answers(page)).toHaveCount(2)
})

test('people who leave while their first question is sent stay where they went', async ({
  stack,
  openAs,
}) => {
  const section = await addSection(stack.db, { course: 'CS 341', courseTitle: 'Algorithms', crn: '34151' })
  const { post } = await shareNotes(stack, { section })
  const { post: other } = await shareNotes(stack, { name: 'Graphs', texts: routes, section })
  const { page } = await openAs('gil')
  /** Asks a first question, leaves before the chat begins, and waits until the answer does. */
  const askAndLeave = async (text: string, leave: () => Promise<void>) => {
    const left = Promise.withResolvers<void>()
    await page.route(
      `**${dialogues.create.path}`,
      async route => {
        await left.promise
        await route.continue()
      },
      { times: 1 },
    )
    const answered = page.waitForResponse(`**${dialogues.stream.path}`)
    const sent = page.waitForRequest(`**${dialogues.create.path}`)
    await ask(page, text)
    await sent
    await leave()
    left.resolve()
    await answered
  }

  await test.step('on the page before', async () => {
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('link', { name: 'Study Pal AI' }).click()
    await askAndLeave('merge sort halves', async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page).toHaveURL(`/ignite/${post.id}`)
    })
    await expect(page).toHaveURL(`/ignite/${post.id}`)
  })

  await test.step('in another document', async () => {
    await page.goto(`/study/${post.course_id}?post=${post.id}&panel=open`)
    await askAndLeave('binary heap root', async () => {
      await page
        .getByRole('navigation', { name: 'Course documents' })
        .getByRole('button', { name: /^Graphs/ })
        .click()
      await expect(page).toHaveTitle(/Graphs/)
    })
    await expect(page).toHaveURL(`/study/${post.course_id}?post=${other.id}&panel=open`)
  })

  await panel(page).getByRole('button', { name: 'Chats', exact: true }).click()
  await panel(page).getByRole('radio', { name: 'All' }).check()
  for (const name of [/merge sort halves/, /binary heap root/])
    await expect(panel(page).getByRole('button', { name }).first()).toBeVisible()
})

test('what was selected in a document is asked about there, whichever is open by then', async ({
  stack,
  openAs,
}) => {
  const section = await addSection(stack.db, { course: 'CS 342', courseTitle: 'Selection', crn: '34251' })
  const { post } = await shareNotes(stack, { section })
  await shareNotes(stack, { name: 'Graphs', texts: routes, section })
  const { page } = await openAs('quentin')
  await page.goto(`/study/${post.course_id}?post=${post.id}&page=${mergeSort}&panel=open`)
  const line = page.locator(`[data-page="${mergeSort}"]`).getByText('Merge sort splits')
  await line.dblclick({ position: { x: 15, y: 4 } })
  await page.getByRole('button', { name: 'Ask AI about this' }).click()
  await expect(panel(page).getByText('Page 5', { exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Course documents' })
    .getByRole('button', { name: /^Graphs/ })
    .click()
  await expect(page).toHaveTitle(/Graphs/)
  await expect(panel(page).getByText('Page 5 of Sorting and searching', { exact: true })).toBeVisible()

  // The first attempt doesn't reach the server; another asks about the same document.
  const about = { post_id: post.id, selectedText: 'Merge', selectedPage: mergeSort }
  const asked = () => page.waitForRequest(`**${dialogues.stream.path}`)
  await page.route(`**${dialogues.stream.path}`, route => route.abort('connectionrefused'), { times: 1 })
  const first = asked()
  await question(page).press('Enter')
  expect((await first).postDataJSON()).toMatchObject(about)
  const again = asked()
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  expect((await again).postDataJSON()).toMatchObject(about)
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toBeVisible()

  // Its words aren't the chat's name, which would outlast their document.
  await panel(page).getByRole('button', { name: 'Chats', exact: true }).click()
  await panel(page).getByRole('radio', { name: 'All' }).check()
  const chats = panel(page).getByRole('region', { name: 'Chats' })
  await expect(chats.getByRole('button', { name: /^More about/ })).toHaveAccessibleName(
    'More about Sorting and searching',
  )
})

withModel(
  'an answer that breaks off or is stopped is shown as it was checked and kept',
  async ({ stack, openAs }) => {
    const { post } = await shareNotes(stack)
    const { page } = await openAs('hope')
    const sources = panel(page).getByRole('list', { name: 'Sources' })
    await open(page, post)
    await ask(page, 'How does merge sort work? model:unfinished')
    await expect(panel(page).getByRole('alert')).toContainText('We kept the part that was already written.')
    await expect(sources).toHaveCount(1)

    await ask(page, 'How does a heap work? model:stall')
    await expect(answers(page).nth(1)).toContainText('In short')
    await page.route(/\/ai\/chat\/sessions\/[\w-]{36}/, async route => {
      const response = await route.fetch()
      const body = await response.json()
      Object.assign(body.messages.at(-1), {
        text: 'In short, checked [@1].',
        sources: body.messages[1].sources,
      })
      await route.fulfill({ response, json: body })
    })
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(answers(page).nth(1)).toContainText('checked')
    await expect(panel(page).getByText('The answer was stopped.')).toHaveCount(2)
    await expect(sources).toHaveCount(2)

    // Another attempt stays where the first was.
    const again = page.waitForResponse(`**${dialogues.stream.path}`)
    await panel(page).getByRole('button', { name: 'Retry' }).first().click()
    await again
    await expect(panel(page).getByRole('alert')).toBeVisible()
    await expect(sources).toHaveCount(2)
    const messages = panel(page).getByRole('region', { name: 'Messages' }).locator('> ol > li')
    await expect(messages).toHaveCount(4)
    await expect(messages.nth(0)).toContainText('model:unfinished')
    await expect(messages.nth(2)).toContainText('model:stall')
  },
)

withModel('only the tab that gets an answer offers to stop it', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('sandra')
  await open(page, post)
  await ask(page, 'How does a heap work? model:stall')
  await expect(answers(page)).toContainText('In short')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(panel(other).getByText('Writing…')).toBeVisible()
  await question(other).fill('And a queue?')
  await expect(send(other)).toHaveAttribute('aria-disabled', 'true')
  await expect(other.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(panel(other).getByRole('listitem').getByText('The answer was stopped.')).toBeVisible()
  await expect(send(other)).toHaveAttribute('aria-disabled', 'false')
  await question(other).press('Enter')
  await expect(answers(other)).toHaveCount(2)
})

test('text that is selected while a chat begins is for the next question', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('ulla')
  const line = page.locator('[data-page="1"]').getByText('A stack gives back')
  await open(page, post)
  await line.dblclick({ position: { x: 20, y: 4 } })
  await page.getByRole('button', { name: 'Ask AI about this' }).click()
  const chip = panel(page).getByRole('button', { name: 'Remove the quoted text' })
  await expect(chip).toBeVisible()
  const selected = Promise.withResolvers<void>()
  await page.route(`**${dialogues.create.path}`, async route => {
    await selected.promise
    await route.continue()
  })
  const begun = page.waitForRequest(`**${dialogues.create.path}`)
  await ask(page, 'What does it do?')
  await begun
  await expect(chip).toHaveCount(0)
  await line.dblclick({ position: { x: 45, y: 4 } })
  await page.getByRole('button', { name: 'Ask AI about this' }).click()
  await expect(chip).toBeVisible()
  selected.resolve()
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toBeVisible()
  await expect(chip).toBeVisible()
})

withModel(
  'a question that is refused is back in the field with what was selected for it',
  async ({ stack, openAs }) => {
    const { post } = await shareNotes(stack)
    const { page } = await openAs('vera')
    await page.clock.install()
    await open(page, post)
    await ask(page, 'How does merge sort work?')
    await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toBeVisible()
    await expect(page.getByText(/9\d% of today’s answers left/)).toBeVisible()
    await spend(stack, 'vera', 142_001)
    await page
      .locator('[data-page="1"]')
      .getByText('A stack gives back')
      .dblclick({ position: { x: 20, y: 4 } })
    await page.getByRole('button', { name: 'Ask AI about this' }).click()
    await ask(page, 'And what is this?')
    await expect(page.locator('[data-sonner-toast]')).toContainText('You’ve used all of today’s answers.')
    await expect(question(page)).toHaveValue('And what is this?')
    await expect(panel(page).getByRole('button', { name: 'Remove the quoted text' })).toBeVisible()
    await expect(answers(page)).toHaveCount(1)
    await expect(panel(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)

    // What can't be sent stays, until there are answers again.
    await expect(panel(page).getByText('You’ve used all of today’s answers. More at')).toBeVisible()
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
    await spend(stack, 'vera', 0)
    await page.clock.runFor('01:00')
    await expect(send(page)).toHaveAttribute('aria-disabled', 'false')
    await question(page).press('Enter')
    await expect(answers(page)).toHaveCount(2)
    await expect(question(page)).toHaveValue('')
  },
)

withModel('a first question that is refused leaves no chat', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page, person } = await openAs('nell')
  await stream(person, { session_id: await beginDialogue(person, post.id), content: 'What is a heap?' })
  await open(page, post)
  await expect(page.getByText(/9\d% of today’s answers left/)).toBeVisible()
  await spend(stack, 'nell', 142_001)
  const deleted = page.waitForResponse(response => response.request().method() === 'DELETE')
  await ask(page, 'How does merge sort work?')
  await expect(page.locator('[data-sonner-toast]')).toContainText('You’ve used all of today’s answers.')
  expect((await deleted).status()).toBe(200)
  await expect(page).toHaveURL(`/read/${post.id}?panel=open`)
  await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
  await expect(question(page)).toHaveValue('How does merge sort work?')
  const chats = panel(page)
    .getByRole('region', { name: 'Chats' })
    .getByRole('button', { name: /^More about/ })
  await panel(page).getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(chats).toHaveAccessibleName('More about Sorting and searching')
  await page.reload()
  await panel(page).getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(chats).toHaveAccessibleName('More about Sorting and searching')
})

test('a suggestion that is clicked twice is asked once', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('dagny')
  await open(page, post)
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith(dialogues.create.path)) sent.push(request.url())
  })
  const suggestion = page.getByRole('list', { name: 'Suggestions' }).getByRole('button').first()
  await suggestion.dblclick()
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  expect(sent).toHaveLength(1)
})

test('a chat whose first question got no answer is listed, and begins anew once that is gone', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack)
  const { page, person } = await openAs('bess')
  await open(page, post)
  await page.route(
    `**${dialogues.create.path}`,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await ask(page, 'binary heap root')
  await expect(question(page)).toHaveValue('binary heap root')
  // The chat that it began is deleted.
  await expect.poll(async () => (await person.call(dialogues.list)).body.sessions).toEqual([])
  await page.route(`**${dialogues.stream.path}`, route => route.abort('connectionrefused'), { times: 1 })
  await ask(page, 'merge sort halves')
  await expect(panel(page).getByRole('alert')).toContainText('can’t reach Ignite')
  await panel(page).getByRole('button', { name: 'New chat' }).click()
  await panel(page)
    .getByRole('button', { name: /^merge sort halves/ })
    .click()
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.reload()
  const suggestions = page.getByRole('list', { name: 'Suggestions' })
  await expect(suggestions).toBeVisible()
  // Only other chats are offered to continue with.
  await expect(panel(page).getByRole('region', { name: 'Begin' })).not.toContainText('merge sort halves')
  const chat = page.url()
  await suggestions.getByRole('button').first().click()
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  expect(page.url()).toBe(chat)
})

test('an answer that was lost on its way is shown once the server has it', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('lotte')
  await open(page, post)
  await loseNextAnswer(page)
  await ask(page, 'merge sort halves')
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  await expect(answers(page)).toHaveText(/merges the sorted halves/)
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
})

test('an answer that the server still writes long after its connection was lost is shown once it is done', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('lorenz')
  await open(page, post)
  await page.clock.install()
  let isDone = false
  await loseNextAnswer(page)
  let looks = 0
  await page.route(`**${dialogues.create.path}/*`, async route => {
    const response = await route.fetch()
    const { messages, ...rest } = await response.json()
    const written = messages.map((message: Message) =>
      message.role === 'user' || isDone ? message : { ...message, state: 'answering', text: '' },
    )
    await route.fulfill({ response, json: { ...rest, messages: written } })
    looks++
  })
  await ask(page, 'merge sort halves')
  await expect(panel(page).getByRole('alert')).toHaveCount(1)
  for (let look = 1; look <= 5; look++) {
    await expect
      .poll(async () => {
        await page.clock.runFor('00:05')
        return looks
      })
      .toBeGreaterThanOrEqual(look)
  }
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  isDone = true
  await page.clock.runFor('00:03')
  await expect(panel(page).getByRole('button', { name: 'Copy answer' })).toHaveCount(1)
  await expect(answers(page)).toHaveText(/merges the sorted halves/)
})

test('people who may not ask for a document to be read are told once it is', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack)
  const { page } = await openAs('otto')
  await page.clock.install()
  await page.route(`**/ai/posts/${post.id}/document`, async route => {
    const response = await route.fetch()
    const { document, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, document: { ...document, state: 'none' } } })
  })
  const refused = page.waitForResponse(
    response => response.url().includes('/process-documents') && response.status() === 404,
  )
  await open(page, post)
  await refused
  const text = 'Getting ready to read this document…'
  const state = panel(page).getByText(text)
  await expect(state).toBeVisible()
  const region = await panel(page).getByRole('status').filter({ hasText: text }).elementHandle()
  await page.unroute(`**/ai/posts/${post.id}/document`)
  await page.clock.runFor('00:10')
  await expect(state).toHaveCount(0)
  // Screen readers tell what comes next only if it isn't hidden meanwhile.
  expect(await region!.evaluate(place => place.checkVisibility())).toBe(true)
})
