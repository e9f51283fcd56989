import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { blocks } from '#shared/api/blocks.ts'
import { type BoardElement, boards, thumbnailId } from '#shared/api/boards.ts'
import { profiles } from '#shared/api/profiles.ts'
import { drawOn, image, makeBoard, putPictureOn, readBoard, rectangle, writing } from '../factories/boards.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf, makePng } from '../factories/documents.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { earn } from '../factories/wallets.ts'
import { eventually } from '../harness/eventually.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'
import { listenFor } from './live-frames.ts'
import { holdScriptsAfter, loseNextScript } from './lost-script.ts'
import { listen } from './told.ts'
import { warns } from './warns.ts'

/** Draws a shape with the mouse, from a position in board pixels. */
async function drag(page: Page, [x, y]: [number, number], tool = 'rectangle'): Promise<void> {
  const canvas = page.locator('.excalidraw canvas.interactive')
  const box = (await canvas.boundingBox())!
  await page.locator(`label:has([data-testid="toolbar-${tool}"])`).click()
  await page.mouse.move(box.x + x, box.y + y)
  await page.mouse.down()
  await page.mouse.move(box.x + x + 40, box.y + y + 30, { steps: 3 })
  await page.mouse.move(box.x + x + 90, box.y + y + 60, { steps: 3 })
  await page.mouse.up()
}

/** Pastes a picture, as from another program. */
async function pastePicture(page: Page): Promise<void> {
  const bytes = [...(await makePng())]
  await page.locator('.excalidraw-container').focus()
  await page.locator('.excalidraw canvas.interactive').hover()
  await page.evaluate(bytes => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, bytes)
}

/** Drops a file, as from a folder. */
async function dropFile(page: Page, name: string, type: string, content: string | Buffer): Promise<void> {
  const bytes = [...Buffer.from(content)]
  await page.evaluate(
    ({ name, type, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const at = { clientX: 600, clientY: 400 }
      const drop = new DragEvent('drop', { ...at, dataTransfer, bubbles: true, cancelable: true })
      document.querySelector('.excalidraw canvas.interactive')!.dispatchEvent(drop)
    },
    { name, type, bytes },
  )
}

async function openBoard(page: Page): Promise<void> {
  await expect(page.locator('.excalidraw canvas.interactive')).toBeVisible({ timeout: 30_000 })
  await page.locator('.excalidraw canvas.interactive').click({ position: { x: 30, y: 300 } })
}

/** Requests to other sites, and violations of our policy. */
function outside(page: Page, { url }: Stack): string[] {
  const found: string[] = []
  page.on('request', request => {
    const { protocol, host } = new URL(request.url())
    if (/^https?:/.test(protocol) && host !== new URL(url).host) found.push(request.url())
  })
  page.on('console', message => {
    if (/Content Security Policy/i.test(message.text())) found.push(message.text())
  })
  return found
}

const live = (elements: BoardElement[]) => elements.filter(element => !element.isDeleted)
/** The answer to entering a board's live connection: what is drawn before it comes by a fetch instead. */
const entered = '/boards,0[{"ok":true'
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

async function fileOf(page: Page, entry: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    (async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    })(),
  ])
  return readFile(await download.path())
}

test('a board is created, drawn on, renamed, exported, restored, deleted and recovered', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('bea.boards')
  const others = outside(page, stack)
  await page.goto('/explore')
  await page.getByRole('banner').getByRole('link', { name: 'Whiteboard' }).click()
  await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New board' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Heaps')
  await page.getByRole('button', { name: 'Create' }).click()
  await openBoard(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await drag(page, [300, 200])
  await drag(page, [500, 300], 'ellipse')
  await saved(page)
  await eventually('both are kept', async () => live(await readBoard(person, id)).length === 2)
  await expectAccessible(page)

  // A text that looks like markup is drawn as it is, even in the exported drawing.
  await drawOn(person, id, [
    writing('<img src=x onerror=alert(1)>', { x: 100, y: 100, width: 300, height: 25 }),
  ])
  const png = await sharp(await fileOf(page, 'Picture (PNG)')).metadata()
  expect(png.format).toBe('png')
  expect(png.width).toBeGreaterThan(300)
  // What another device drew comes a moment later.
  let svg = ''
  await expect(async () => {
    svg = (await fileOf(page, 'Drawing (SVG)')).toString()
    expect(svg).toContain('&lt;img src=x onerror=alert(1)&gt;')
  }).toPass()
  expect(svg).toMatch(/^<svg /)
  expect(svg).not.toMatch(/<(img|script|foreignObject)/)
  const pdf = await PDFDocument.load(await fileOf(page, 'Document (PDF)'))
  expect(pdf.getPageCount()).toBe(1)

  stack.clock.advance({ minutes: 6 })
  await drag(page, [300, 420])
  await saved(page)
  await eventually('the third is kept', async () => live(await readBoard(person, id)).length === 4)
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(page.getByRole('img', { name: 'Board with 3 elements' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByText('Version restored.')).toBeVisible()
  await eventually('it is what it was', async () => live(await readBoard(person, id)).length === 3)

  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Title').fill('Heaps and trees')
  await page.getByRole('button', { name: 'Rename', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Heaps and trees' })).toBeVisible()
  await expect(page).toHaveTitle('Heaps and trees · Ignite')
  await page.getByRole('link', { name: 'All boards' }).click()
  const card = page.getByRole('article', { name: 'Heaps and trees' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'More about' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect(card).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await undo.click()
  await expect(card).toBeVisible()

  await card.getByRole('button', { name: 'More about' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  const deleted = page.getByRole('region', { name: 'Recently deleted' })
  await expect(deleted).toContainText('Heaps and trees')
  await expectAccessible(page)
  await deleted.getByRole('button', { name: 'Restore Heaps and trees' }).click()
  await expect(card).toBeVisible()
  await expect(deleted).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(others).toEqual([])
})

test('the keys reach a board’s canvas, where letters are tools, and come back to it from its menu and its help', async ({
  openAs,
}) => {
  const { page, person } = await openAs('keys.boards')
  await page.goto(`/whiteboard/${await makeBoard(person)}`)
  const last = page.getByRole('button', { name: 'Export' })
  await expect(last).toBeEnabled({ timeout: 30_000 })
  await last.focus()
  await page.keyboard.press('Tab')
  const canvas = page.getByRole('application', { name: /^Canvas/ })
  await expect(canvas).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('radio', { name: 'Rectangle' })).toBeChecked()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Board menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('button', { name: 'Find on canvas' })
  await expect(entry).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeFocused()
  await page.getByRole('button', { name: 'More tools' }).press('Enter')
  const frame = page.getByRole('button', { name: 'Frame tool' })
  await expect(frame).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(frame).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog').filter({ hasText: 'Keyboard shortcuts' })
  const list = help.locator(':focus')
  await expect(list).toContainText('Rectangle')
  await page.keyboard.press('Tab')
  await expect(list).toContainText('Rectangle')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(canvas).toBeFocused()
  // The editor's library leads to another site.
  await expect(page.getByRole('checkbox', { name: 'Laser pointer' })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Library' })).toHaveCount(0)
})

test('a board that is larger than any picture is exported smaller', async ({ openAs }) => {
  const { page, person } = await openAs('bea.boards')
  const id = await makeBoard(person)
  await drawOn(person, id, [rectangle({ x: 0, y: 0 }), rectangle({ x: 40_000, y: 500 })])
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  const { width } = await sharp(await fileOf(page, 'Picture (PNG)')).metadata()
  expect(Math.round(width / 100)).toBe(160)
  const pdf = await PDFDocument.load(await fileOf(page, 'Document (PDF)'))
  const { width: right } = pdf.getPage(0).getSize()
  expect(right).toBe(width / 2)
})

test('the board of a meeting is the same for everyone who draws on it, whatever their network does', async ({
  stack,
  openAs,
}) => {
  const { page: teaching, person: tutor } = await openAs('tess.tutor')
  const { page: learning, person: student } = await openAs('sam.student')
  const third = await stack.signIn('una.student')
  const id = await meetingBoard(stack, tutor, [student, third])
  const post = await addPost(tutor, await addSection(stack.db), {
    name: 'Lecture on heaps',
    file: await makePdf({ pages: 3, text: page => `Page ${page} of the lecture` }),
  })
  const others = [outside(teaching, stack), outside(learning, stack)]
  await Promise.all([teaching, learning].map(page => page.goto(`/whiteboard/${id}`)))
  await Promise.all([teaching, learning].map(openBoard))
  // Other people show as soon as they move, once both are connected.
  let moves = 0
  await expect(async () => {
    await teaching.mouse.move(600, 500 + (moves++ % 2))
    await expect(learning.locator('.UserList')).toContainText('T', { timeout: 1_000 })
  }).toPass()

  await Promise.all([
    drag(teaching, [300, 150]),
    drag(learning, [450, 250], 'ellipse'),
    drawOn(third, id, [rectangle({ id: 'by-hand', x: 200, y: 500 })]),
  ])
  await eventually('all three are kept', async () => live(await readBoard(tutor, id)).length === 3)
  // The server goes away while they draw, and comes back.
  await Promise.all([stack.restart(), drag(teaching, [700, 150]), drag(learning, [700, 250], 'ellipse')])
  await eventually('both are kept', async () => live(await readBoard(tutor, id)).length === 5)

  await learning.getByRole('button', { name: 'Add a page to the board' }).click()
  const told = await listen(learning)
  await learning.getByLabel('Search for a document').fill('zzzqqq')
  await expect.poll(told).toContain('No PDFs found')
  const search = await held(learning, '**/api/search/**')
  await learning.getByLabel('Search for a document').fill('Lecture on heaps')
  await expect.poll(() => search.asked.length).toBe(1)
  await expect(learning.getByText('No PDFs found')).toBeHidden()
  await expect(learning.getByRole('status', { name: 'Searching documents' })).toBeVisible()
  search.release()
  await expect.poll(told).toContain('1 PDF shown')
  await learning.getByRole('button', { name: /Lecture on heaps/ }).click()
  await learning.getByRole('textbox', { name: 'Page' }).fill('4')
  await expect(learning.getByText('Enter a page from 1 to 3.')).toBeVisible()
  await learning.getByRole('textbox', { name: 'Page' }).fill('2')
  await expect(learning.getByRole('img', { name: 'Page 2' })).toBeVisible()
  await learning.getByRole('textbox', { name: 'Page' }).press('Enter')
  await eventually('the page is kept', async () =>
    live(await readBoard(tutor, id)).some(element => element.type === 'image'),
  )
  expect(post.pages).toBe(3)

  // Without a network the drawing stays here, even when the tab is closed.
  const context = learning.context()
  await context.setOffline(true)
  await pastePicture(learning)
  await expect(learning.getByText('Offline: saved on this device')).toBeVisible()
  // The notice of the lost network pushes nothing out of the window.
  expect(await learning.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await drag(learning, [650, 150])
  await expect(learning.getByText('Offline: saved on this device')).toBeVisible()
  await drag(teaching, [250, 550], 'diamond')
  await eventually('the other one’s is kept', async () => live(await readBoard(tutor, id)).length === 7)
  await learning.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`/whiteboard/${id}`)
  await openBoard(again)
  await eventually(
    'what was drawn offline is kept',
    async () => live(await readBoard(tutor, id)).length === 9,
  )
  // A picture comes after its element.
  await expect
    .poll(async () => {
      const [theirs, own] = [await drawing(teaching), await drawing(again)]
      return [theirs.match(/<image/g)?.length, theirs === own]
    })
    .toEqual([2, true])
  expect(others.flat()).toEqual([])

  await again.goto('/whiteboard')
  await expect(again.getByRole('article', { name: 'Heaps, together' })).toContainText('Meeting')
  const { body } = await tutor.call(boards.list, { query: {} })
  expect(body.boards.map(board => board.id)).toEqual([id])

  await test.step('an old meeting’s can only be read once one of its two people blocks the other', async () => {
    const meetingId = await earn(stack, 'tess.tutor', 4000, { student: 'sam.student' })
    const old = (await tutor.call(boards.ofMeeting, { body: { meetingId } })).body.board.id
    // With the same index, as two people get who draw at the same moment.
    await drawOn(
      tutor,
      old,
      [100, 200].map(y => writing('From the meeting', { x: 100, y, width: 300, height: 25, index: 'a1' })),
    )
    await student.call(blocks.block, { body: { username: 'tess.tutor' } })
    const sent: string[] = []
    teaching.on('request', request => {
      if (request.url().endsWith('/draw')) sent.push(request.url())
    })
    await teaching.goto(`/whiteboard/${old}`)
    await openBoard(teaching)
    await expect(teaching.getByText('Read-only')).toBeVisible()
    expect(await drawing(teaching)).toContain('From the meeting')
    expect(sent).toEqual([])

    await student.call(blocks.unblock, { body: { username: 'tess.tutor' } })
    await teaching.reload()
    await openBoard(teaching)
    const before = await teaching.locator('.excalidraw canvas.interactive').elementHandle()
    await student.call(blocks.block, { body: { username: 'tess.tutor' } })
    await drag(teaching, [300, 300])
    await expect(teaching.getByText('This board can’t be changed anymore')).toBeVisible()
    await expect(teaching.getByText('Read-only')).toBeVisible()
    await expect(teaching.locator('[data-testid="toolbar-rectangle"]')).toBeHidden()
    await expect(teaching.getByRole('button', { name: /Rename|Add a page|Versions/ })).toHaveCount(0)
    // It loads anew, without what was refused.
    await expect.poll(() => before!.evaluate(canvas => canvas.isConnected)).toBe(false)
    await openBoard(teaching)
    const left = await drawing(teaching)
    expect(left).toContain('From the meeting')
    expect(left).not.toContain('<path')
  })
})

test('a person who writes a text that somebody else moves meanwhile keeps on writing, and loses no word', async ({
  stack,
  openAs,
}) => {
  const { page: author, person: tutor } = await openAs('wanda.writer')
  const { page: watcher, person: student } = await openAs('walt.watcher')
  const id = await meetingBoard(stack, tutor, [student])
  const heard = listenFor(author)
  const watched = listenFor(watcher)
  await Promise.all([author, watcher].map(page => page.goto(`/whiteboard/${id}`)))
  await Promise.all([author, watcher].map(openBoard))
  await Promise.all([heard(entered), watched(entered)])
  const text = async () => (await readBoard(tutor, id)).find(({ type }) => type === 'text')!
  const editor = author.locator('.excalidraw-wysiwyg')
  const wrote = (words: string) => expect.poll(async () => (await text())?.text).toBe(words)
  await author.locator('label:has([data-testid="toolbar-text"])').click()
  await author.locator('.excalidraw canvas.interactive').click({ position: { x: 500, y: 300 } })
  await expect(editor).toBeFocused()
  await author.keyboard.type('Heaps')
  await wrote('Heaps')
  // Until then the watcher’s board is empty, and an empty one isn’t exported.
  await watched('"text":"Heaps"')
  await expect.poll(() => drawing(watcher)).toContain('Heaps')
  // A font that arrives later changes the size of the text once it is closed, which would be an edit of the author.
  await author.evaluate(() => document.fonts.load('20px Excalifont'))

  const moveIt = async () => {
    const { version, ...before } = await text()
    const moved = { ...before, version: Number(version) + 20, x: Number(before.x) + 50 }
    await drawOn(student, id, [moved])
    await heard(`"version":${moved.version}`)
    return moved.x
  }
  await moveIt()
  await author.keyboard.type(' and')
  await wrote('Heaps and')
  await expect.poll(() => drawing(watcher)).toContain('Heaps and')
  await author.keyboard.press('Escape')
  // What the author's screen takes for unsent wins over what others change.
  await saved(author)

  await test.step('what others change of a text that is only open shows once it is closed', async () => {
    await author.locator('.excalidraw canvas.interactive').dblclick({ position: { x: 520, y: 310 } })
    await expect(editor).toBeFocused()
    const x = await moveIt()
    await author.keyboard.press('Escape')
    await drag(author, [300, 100])
    await eventually('the rectangle is kept', async () => live(await readBoard(tutor, id)).length === 2)
    expect(await text()).toMatchObject({ text: 'Heaps and', x })
  })
})

test('a shape that its author drags back to nothing goes from the screens of those who watch', async ({
  openAs,
}) => {
  const { page, person } = await openAs('walt.watcher')
  const id = await makeBoard(person, 'Emptied')
  const shape = rectangle({ id: 'shape', x: 300, y: 300 })
  await drawOn(person, id, [shape])
  const heard = listenFor(page)
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await heard(entered)
  expect(await drawing(page)).toContain('<path')
  await drawOn(person, id, [{ ...shape, version: 2, width: 0, height: 0, isDeleted: true }])
  await drawOn(person, id, [writing('Later', { x: 100, y: 100, width: 100, height: 25 })])
  // Until then the page’s board may be empty, and an empty one isn’t exported.
  await heard('Later')
  await expect.poll(() => drawing(page)).toContain('Later')
  expect(await drawing(page)).not.toContain('<path')
  await page.locator('label:has([data-testid="toolbar-ellipse"])').click()
  await page.locator('.excalidraw canvas.interactive').click({ position: { x: 600, y: 300 } })
  await drag(page, [400, 300], 'diamond')
  await eventually('the diamond is kept', async () => (await readBoard(person, id)).length === 3)
  expect((await readBoard(person, id)).map(({ type }) => type)).not.toContain('ellipse')
})

test('a text that its author has yet to begin is left alone by those who watch', async ({ openAs }) => {
  const { page, person } = await openAs('walt.watcher')
  const id = await makeBoard(person, 'Watched')
  const heard = listenFor(page)
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await heard(entered)
  await drawOn(person, id, [writing('', { id: 'begun', x: 100, y: 100, width: 10, height: 25 })])
  await heard('begun')
  await drag(page, [300, 300])
  await eventually('what is drawn is kept', async () => (await readBoard(person, id)).length === 2)
  expect(await readBoard(person, id)).toContainEqual(
    expect.objectContaining({ id: 'begun', isDeleted: false }),
  )
})

/** The page's content, without what changes with each export, and what the server changes: pictures. */
async function drawing(page: Page): Promise<string> {
  await page.keyboard.press('Escape')
  return (await fileOf(page, 'Drawing (SVG)'))
    .toString()
    .replaceAll(/ (data-[\w-]+="|href="data:)[^"]*"/g, '')
}

async function meetingBoard(stack: Stack, tutor: Person, students: Person[]): Promise<string> {
  const session = await makeSession(stack, tutor, { rate: '', starts_on: dayAhead(stack, 2) })
  for (const student of students) await enrolIn(session, student)
  const { body } = await tutor.call(boards.ofMeeting, { body: { meetingId: session.upcoming[0]!.id } })
  return body.board.id
}

test('a board that couldn’t fetch what it missed fetches it later by itself, says that it is saved, and changes nothing of it', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('board.watcher')
  const id = await makeBoard(person, 'Watched')
  /** Draws two shapes, and then the lower one again. */
  const drawTwo = async (name: string, [low, high]: [string, string]) => {
    const below = rectangle({ id: `${name}-below`, index: low })
    await drawOn(person, id, [below, rectangle({ id: `${name}-above`, index: high })])
    await drawOn(person, id, [{ ...below, version: 2 }])
  }
  await drawTwo('first', ['a0', 'a1'])
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await saved(page)
  let lost = true
  await page.route(`**/boards/${id}/elements**`, route => (lost ? route.abort() : route.fallback()))
  await stack.restart()
  await expect(page.getByText('Offline: saved on this device')).toBeVisible()
  await drawTwo('later', ['a2', 'a3'])
  await drawOn(person, id, [
    writing('Drawn meanwhile', { x: 100, y: 100, width: 300, height: 25, index: 'a4' }),
  ])
  lost = false
  await saved(page)
  await expect.poll(() => drawing(page)).toContain('Drawn meanwhile')

  // With it, the page would send what it had changed before.
  await drag(page, [300, 300])
  await eventually('what is drawn here is kept', async () => (await readBoard(person, id)).length === 6)
  const found = (await readBoard(person, id)).filter(({ type }) => type === 'rectangle')
  expect(found.map(({ id, index, version }) => `${id} ${index} ${version}`)).toEqual(
    expect.arrayContaining(['first-above a1 1', 'first-below a0 2', 'later-above a3 1', 'later-below a2 2']),
  )
})

test('a person who returns from a board finds it first in the list', async ({ stack, openAs }) => {
  const { page, person } = await openAs('board.returner')
  const older = await makeBoard(person, 'Older board')
  await makeBoard(person, 'Newer board')
  await page.goto('/whiteboard')
  const first = page.getByRole('article').first()
  await expect(first).toContainText('Newer board')
  await page.getByRole('link', { name: 'Older board' }).click()
  await openBoard(page)
  stack.clock.advance({ minutes: 1 })
  await drawOn(person, older, [rectangle()])
  await page.getByRole('link', { name: 'All boards' }).click()
  await expect(first).toContainText('Older board')

  await test.step('with its picture in its own colors, also in the dark theme', async () => {
    const body = new FormData()
    const blue = new Uint8Array(await makePng({ color: '#0000ff' }))
    body.set('file', new Blob([blue], { type: 'image/png' }), 'picture')
    const path = `/api/boards/${older}/pictures/${thumbnailId}`
    expect((await person.fetch(path, { method: 'POST', body })).status).toBe(200)
    await person.call(profiles.save, { body: { theme: 'dark' } })
    await page.reload()
    const picture = first.locator('img')
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const { dominant } = await sharp(await picture.screenshot()).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(50)
  })
})

test('the list shows what a person just drew or restored', async ({ stack, openAs }) => {
  const { page, person } = await openAs('board.lister')
  const thumbnail = page.getByRole('article', { name: 'Listed' }).locator('img')
  const id = await makeBoard(person, 'Listed')
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await drag(page, [300, 200])
  await page.getByRole('link', { name: 'All boards' }).click()
  await expect(thumbnail).toBeVisible()

  const other = await makeBoard(person, 'Restored')
  const solid = { fillStyle: 'solid', width: 300, height: 200 } as const
  const blue = rectangle({ ...solid, backgroundColor: '#0000ff' })
  await drawOn(person, other, [blue])
  stack.clock.advance({ minutes: 6 })
  await drawOn(person, other, [{ ...blue, version: 2, isDeleted: true }, rectangle(solid)])
  await page.goto(`/whiteboard/${other}`)
  await openBoard(page)
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'All boards' }).click()
  const restored = page.getByRole('article', { name: 'Restored' }).locator('img')
  await expect(restored).toBeVisible()
  await restored.evaluate((image: HTMLImageElement) => image.decode())
  const { dominant } = await sharp(await restored.screenshot()).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
})

test('a version shows the pictures that have been erased since', async ({ stack, openAs }) => {
  const { page, person } = await openAs('board.wiper')
  const id = await makeBoard(person, 'Wiped')
  await putPictureOn(person, id, 'page-1', await makePng({ color: '#0000ff' }))
  const picture = image('page-1', { width: 300, height: 200 })
  await drawOn(person, id, [picture])
  stack.clock.advance({ minutes: 6 })
  await drawOn(person, id, [{ ...picture, version: 2, isDeleted: true }])
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await page.getByRole('button', { name: 'Versions' }).click()
  const preview = page.getByRole('img', { name: 'Board with 1 element' })
  await expect(preview).toBeVisible()
  const { dominant } = await sharp(await preview.screenshot()).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
})

test('a person whose login has ended while they draw is led to the sign-in, and loses nothing', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('board.leaver')
  const id = await makeBoard(person, 'Left')
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await drag(page, [300, 200])
  await eventually('the first is kept', async () => (await readBoard(person, id)).length === 1)
  await saved(page)
  // Drawn while the login holds: the rest of the first drawing would lead to the sign-in before the second one begins.
  const draws = await held(page, `**/boards/${id}/draw`)
  await drag(page, [500, 300])
  await expect.poll(() => draws.asked).toHaveLength(1)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  draws.release()
  await expect(page).toHaveURL(/\/login/)
  await page.context().addCookies(cookies)
  await page.goto(`${stack.url}/whiteboard/${id}`)
  await eventually('the second is kept', async () => (await readBoard(person, id)).length === 2)
})

test('a person whose drawing is only on this device is asked before they log out, and led to it while it opens', async ({
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('board.quitter')
  const id = await makeBoard(person, 'Unsent')
  await page.route(`**/boards/${id}/draw`, route => route.abort())
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await drag(page, [300, 200])
  const offline = page.getByText('Offline: saved on this device')
  await expect(offline).toBeVisible()
  const logOut = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await page.getByRole('link', { name: 'All boards' }).click()
  await logOut()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  const link = question.getByRole('link', { name: 'Open the board' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await link.click()
  await expect(question).toBeHidden()
  await expect(offline).toBeVisible()

  // Of several boards, it leads to one that still opens.
  const other = await makeBoard(person, 'Unsent, too')
  await page.route(`**/boards/${other}/draw`, route => route.abort())
  await page.goto(`/whiteboard/${other}`)
  await openBoard(page)
  await drag(page, [300, 200])
  await expect(offline).toBeVisible()
  await person.call(boards.remove, { params: { id } })
  await page.getByRole('link', { name: 'All boards' }).click()
  await logOut()
  await expect(link).toHaveAttribute('href', `/whiteboard/${other}`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await person.call(boards.remove, { params: { id: other } })
  await logOut()
  await expect(question).toContainText('The board was deleted, or you no longer have access to it.')
  await expect(link).toBeHidden()
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
})

test('drawing that waits on a device is sent once its author has another username, and after an update', async ({
  openAs,
}) => {
  const { page, person } = await openAs('board.renamed')
  const id = await makeBoard(person, 'Renamed')
  await page.route(`**/boards/${id}/draw`, route => route.abort())
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await drag(page, [300, 200])
  await expect(page.getByText('Offline: saved on this device')).toBeVisible()
  await page.goto('/explore')
  const { status } = await person.call(profiles.rename, { body: { username: 'board.other' } })
  expect(status).toBe(200)
  // What the release before kept is filed under the username.
  await page.evaluate(
    async ([name, id, element]) => {
      const opening = indexedDB.open(`boards of ${name}`, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('unsent')
      await new Promise(resolve => (opening.onsuccess = resolve))
      const putting = opening.result.transaction('unsent', 'readwrite').objectStore('unsent')
      const put = putting.put(element, [id, element.id as string])
      await new Promise(resolve => (put.onsuccess = resolve))
      opening.result.close()
    },
    ['board.other', id, rectangle({ id: 'before' })] as const,
  )
  await page.unroute(`**/boards/${id}/draw`)
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await eventually('both are kept', async () => (await readBoard(person, id)).length === 2)
})

test('a board that was deleted and recovered elsewhere opens again', async ({ openAs }) => {
  const { page, person } = await openAs('board.regretter')
  const id = await makeBoard(person, 'Recovered')
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await person.call(boards.remove, { params: { id } })
  await expect(page.getByText('This board isn’t available')).toBeVisible()
  await person.call(boards.bringBack, { params: { id } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await openBoard(page)
  await drag(page, [300, 200])
  await eventually('what is drawn is kept', async () => (await readBoard(person, id)).length === 1)
})

test('a board that is dropped, alone or in a picture’s file, leaves what is on this one', async ({
  openAs,
}) => {
  const { page, person } = await openAs('board.dropper')
  const id = await makeBoard(person, 'Dropped on')
  await drawOn(person, id, [writing('Stays', { x: 300, y: 300, width: 100, height: 25 })])
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  const scene = { type: 'excalidraw', version: 2, elements: [rectangle({ id: 'foreign' })], files: {} }
  await dropFile(page, 'other.excalidraw', '', JSON.stringify(scene))
  await expect(page.getByText('You can only drop pictures on a board.')).toBeVisible()
  const inside = Buffer.from(JSON.stringify(scene)).toString('base64')
  const payload = `<!-- payload-type:application/vnd.excalidraw+json --><!-- payload-version:2 --><!-- payload-start -->${inside}<!-- payload-end -->`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${payload}<rect width="200" height="100" fill="#00f"/></svg>`
  await dropFile(page, 'other.svg', 'image/svg+xml', svg)
  await eventually('the picture is kept', async () =>
    live(await readBoard(person, id)).some(({ type }) => type === 'image'),
  )
  expect((await readBoard(person, id)).map(({ type }) => type).sort()).toEqual(['image', 'text'])
  expect(await drawing(page)).toContain('Stays')
})

test('a board opens, and a person logs out, though the browser’s storage never answers', async ({
  openAs,
}) => {
  const { page, person } = await openAs('board.stuck')
  const id = await makeBoard(person, 'Stuck')
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await drag(page, [300, 200])
  await eventually('it is kept', async () => (await readBoard(person, id)).length === 1)
  await saved(page)
  await page.route(`**/boards/${id}/draw`, route => route.abort())
  await drag(page, [500, 300])
  await expect(page.getByText('Offline: not saved yet. Keep this page open.')).toBeVisible()
  await page.unroute(`**/boards/${id}/draw`)
  await saved(page)
  await page.getByRole('link', { name: 'All boards' }).click()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
})

test('a page asks before it closes with drawing that is only on it, also once its board is gone', async ({
  openAs,
}) => {
  const { page, person } = await openAs('board.keeper')
  const id = await makeBoard(person, 'Gone')
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto(`/whiteboard/${id}`)
  await openBoard(page)
  await saved(page)
  await page.route(`**/boards/${id}/draw`, route => route.abort())
  await drag(page, [300, 200])
  await expect(page.getByText('Offline: not saved yet. Keep this page open.')).toBeVisible()
  expect(await warns(page)).toBe(true)
  await person.call(boards.remove, { params: { id } })
  await expect(page.getByText('This board isn’t available')).toBeVisible()
  expect(await warns(page)).toBe(true)
  await person.call(boards.bringBack, { params: { id } })
  await page.unroute(`**/boards/${id}/draw`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await openBoard(page)
  await eventually('it is kept', async () => (await readBoard(person, id)).length === 1)
  // The page hears of it a moment later.
  await expect.poll(() => warns(page)).toBe(false)
})

test('a dialog whose code doesn’t come leaves the page as it is, and opens the next time', async ({
  openAs,
}) => {
  const { page } = await openAs('board.unlucky')
  await loseNextScript(page, '/whiteboard')
  const create = page.getByRole('button', { name: 'New board' })
  await create.click()
  await expect(page.getByText('That didn’t load. Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
  await create.click()
  await expect(page.getByRole('dialog', { name: 'New board' })).toBeVisible()
})

test('what opens says so while its code is on its way, and also if nothing comes at all', async ({
  openAs,
  expectAccessible,
}) => {
  const { page } = await openAs('board.patient')
  const opening = page.getByText('Opening…')
  for (const [opener, opened] of [
    [page.getByRole('button', { name: 'New board' }), page.getByRole('dialog', { name: 'New board' })],
    [page.getByRole('button', { name: /^Your account/ }), page.getByRole('menu')],
  ] as const) {
    const hold = await holdScriptsAfter(page, '/whiteboard')
    await opener.click()
    await expect(opening).toBeVisible()
    await expectAccessible(page)
    hold.end('come')
    await expect(opened).toBeVisible()
    await expect(opening).toBeHidden()
  }

  const hold = await holdScriptsAfter(page, '/whiteboard')
  await page.getByRole('button', { name: 'New board' }).click()
  await expect(opening).toBeVisible()
  hold.end('get lost')
  const failed = page.getByText('That didn’t load. Check your connection and try again.')
  await expect(failed).toBeVisible()
  await expect(opening).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()

  await page.clock.install()
  const swallowed = await holdScriptsAfter(page, '/whiteboard')
  await page.getByRole('button', { name: 'New board' }).click()
  await expect(opening).toBeVisible()
  await page.clock.runFor(30_000)
  await expect(failed).toBeVisible()
  await expect(opening).toBeHidden()
  swallowed.end('come')
  await page.getByRole('button', { name: 'New board' }).click()
  await expect(page.getByRole('dialog', { name: 'New board' })).toBeVisible()
})
