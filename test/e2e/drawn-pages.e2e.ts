import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { addSection } from '../factories/catalog.ts'
import { payPlaceIn } from '../factories/enrolments.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Person } from '../harness/person.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'

test('a page can be read before any of its scripts runs, and is inert until one does', async ({
  stack,
  openAs,
}) => {
  const author = await stack.signIn('drawn.author')
  const name = 'Notes <b>& "quotes"</b> </script><img src=x onerror=alert(1)>'
  const { id } = await addPost(author, await addSection(stack.db), { name })
  const { page } = await openAs('drawn.reader')
  const scripts = await held(page, '**/assets/*.js')
  for (const [path, text] of [
    ['/profile/drawn.author', name],
    ['/explore', name],
    [`/ignite/${id}`, name],
  ] as const) {
    // The first drawing of a page includes loading its code, and may come too late.
    await expect(async () => {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('#root > [inert]'), path).toContainText(text, { timeout: 3_000 })
    }).toPass()
    await expect(page.locator('#root main'), path).toBeVisible()
    // They would share the network with what is seen first.
    await expect(page.locator('img[loading=lazy][src]'), path).toHaveCount(0)
  }
  scripts.release()
  await expect(page.locator('#root > [inert]')).not.toBeAttached()
  await expect(page.getByText(name).first()).toBeVisible()
})

test('a newcomer reads the first question of the welcome before any script runs, and it stays where it is', {
  tag: '@phone',
}, async ({ openAs }) => {
  const { page } = await openAs('drawn.newcomer', { newcomer: true, timezoneId: 'Asia/Tokyo' })
  const drawing = page.locator('#root > [inert]')
  const scripts = await held(page, '**/assets/*.js')
  // The first drawing of a page includes loading its code, and may come too late.
  await expect(async () => {
    await page.goto('/explore', { waitUntil: 'commit' })
    await expect(drawing.getByText('Step 1 of 3')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  // Only their device knows their zone.
  await expect(drawing.getByLabel('Time zone')).toHaveValue('')
  // Text is as wide as its font makes it. Before the styles are there, no font loads.
  await page.waitForFunction(() =>
    ['Inter', 'Source Serif 4'].every(name =>
      [...document.fonts].some(({ family, status }) => family.includes(name) && status === 'loaded'),
    ),
  )
  await page.evaluate(() => document.fonts.ready)
  const placeOf = (name: string) => page.getByText(name, { exact: true }).boundingBox()
  const drawn = await Promise.all(['Welcome, Drawn', 'Time zone', 'Continue'].map(placeOf))
  scripts.release()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(drawing).not.toBeAttached()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Japan/)
  expect(await Promise.all(['Welcome, Drawn', 'Time zone', 'Continue'].map(placeOf))).toEqual(drawn)

  // In this browser the welcome was offered before, so the feed comes.
  const again = await held(page, '**/assets/*.js')
  // On a busy machine, the drawing may come too late.
  await expect(async () => {
    await page.goto('/explore', { waitUntil: 'commit' })
    await expect(drawing.getByText('Step 1 of 3')).toBeAttached({ timeout: 3_000 })
  }).toPass()
  await expect(drawing.getByText('Step 1 of 3')).toBeHidden()
  again.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await expect(page).toHaveURL(/\/explore$/)
})

test('a profile that the server drew gives way to a whole one', async ({ stack, openAs }) => {
  const author = await stack.signIn('whole.author')
  await addPost(author, await addSection(stack.db), { name: 'Whole notes' })
  const { page } = await openAs('whole.reader')
  // What stands in the app's place as soon as the drawing is gone.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const root = document.querySelector('#root')
      if (!root?.firstElementChild || root.querySelector(':scope > [inert]') || 'first' in window) return
      Object.assign(window, { first: root.textContent })
    }).observe(document, { childList: true, subtree: true })
  })
  await expect(async () => {
    const response = await page.goto('/profile/whole.author')
    // The first drawing of a page includes loading its code, and may come too late.
    expect(await response!.text()).toContain('<div inert')
    await expect(page.locator('#root > [inert]')).not.toBeAttached()
    expect(await page.evaluate(() => Reflect.get(window, 'first'))).toContain('Whole notes')
  }).toPass()
})

test('a profile that the server drew gives way after a moment to one whose slots don’t come', async ({
  stack,
  openAs,
}) => {
  const tutor = await stack.signIn('slow.tutor')
  await makeTutor(stack, tutor)
  const { page } = await openAs('slow.reader')
  await page.route(`**${schedules.ofPerson.path}*`, () => new Promise(() => {}))
  await expect(async () => {
    const response = await page.goto('/profile/slow.tutor')
    // The first drawing of a page includes loading its code, and may come too late.
    expect(await response!.text()).toContain('<div inert')
  }).toPass()
  await page.getByRole('button', { name: 'Follow Slow Tutor' }).click()
  await expect(page.getByRole('button', { name: 'Following Slow Tutor' })).toBeVisible()
})

test('the server draws no time for a person whose zone only their device knows', async ({
  stack,
  openAs,
}) => {
  const teacher = await stack.signIn('zoned.teacher')
  const session = await makeSession(stack, teacher, { title: 'Heaps at ten' })
  const { page, person } = await openAs('unzoned.student')
  await payPlaceIn(stack, session, person)
  await expect(async () => {
    const [answers, drawing] = (await open(person, '/explore')).split('<div inert')
    expect(answers?.includes('Heaps at ten') && drawing?.includes('Explore')).toBe(true)
    expect(drawing?.includes('Heaps at ten')).toBe(false)
  }).toPass()
  await page.goto('/explore')
  await expect(page.getByRole('region', { name: 'Next up' })).toContainText('Heaps at ten')
})

test('the server draws the person’s classes in the menu of any page', async ({ stack }) => {
  const person = await stack.signIn('drawn.classes')
  const { sectionId } = await addSection(stack.db, { course: 'GEO 118', crn: '20118' })
  await person.call(profiles.listClasses, { body: { section_ids: [sectionId] } })
  await expect(async () => {
    const [, drawing] = (await open(person, '/notifications')).split('<div inert')
    expect(drawing).toContain('GEO 118')
  }).toPass()
})

test('the server draws the choice between tiles and a list, which moves what is below it', async ({
  stack,
}) => {
  const person = await stack.signIn('drawn.choice')
  await expect(async () => {
    const [, drawing] = (await open(person, '/search')).split('<div inert')
    expect(drawing).toContain('Show posts as')
  }).toPass()
})

test('a page that the server drew is painted before it loads its scripts', async ({ page }) => {
  await expect(async () => {
    await page.goto('/terms')
    await expect(page.locator('#root > [inert]')).not.toBeAttached()
    const { painted, loads } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      loads: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    }))
    // The first drawing of a page includes loading its code, and may come too late: then the scripts don't wait.
    expect(Math.min(...loads)).toBeGreaterThan(painted)
  }).toPass()
})

test('a page that is not painted loads its scripts too: in a tab behind others, and where a browser doesn’t tell', async ({
  openDevice,
}) => {
  const behindOthers = () => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
    PerformanceObserver.prototype.observe = () => {}
  }
  const silent = () => {
    PerformanceObserver.prototype.observe = () => {}
  }
  for (const without of [behindOthers, silent]) {
    const page = await (await openDevice()).newPage()
    await page.addInitScript(without)
    await page.goto('/terms')
    await expect(page.locator('#root > [inert]'), without.name).not.toBeAttached()
    await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
  }
})

test('a visitor reads the front page, help and terms without scripts', async ({ stack, request }) => {
  for (const [path, title, text] of [
    ['/', 'Good notes, in good light · Ignite', 'Good notes, in good light.'],
    ['/login', 'Sign in · Ignite', 'Continue with Google'],
    ['/terms', 'Terms of use · Ignite', 'Terms of use'],
    ['/faq', 'Help · Ignite', 'Help'],
  ] as const) {
    // The first drawing of a page includes loading its code, and may come too late.
    await expect(async () => {
      const page = await (await request.get(stack.url + path, { headers: { accept: 'text/html' } })).text()
      expect(page, path).toContain(`<title>${title}</title>`)
      expect(page.slice(page.indexOf('<div id="root">')), path).toContain(text)
    }).toPass()
  }
})

test('a page holds nothing of the people for whom others are drawn at once', async ({ stack }) => {
  const names = Array.from({ length: 5 }, (_, index) => `drawn.person${index}`)
  const people = await Promise.all(names.map(async name => ({ name, person: await stack.signIn(name) })))
  const isDrawn = (page: string) => page.includes('<div inert')
  const pages: { own: string; page: string }[] = []
  await expect(async () => {
    const together = await Promise.all(
      people.flatMap(({ name, person }) =>
        ['/profile', '/explore', '/profile'].map(async path => ({
          own: name,
          page: await open(person, path),
        })),
      ),
    )
    pages.push(...together)
    // On a busy machine, some come undrawn or even without answers.
    expect(together.filter(({ page }) => isDrawn(page)).length).toBeGreaterThan(1)
  }).toPass()
  for (const { own, page } of pages) {
    if (isDrawn(page)) expect(page).toContain(`${own}@example.edu`)
    const others = names.filter(name => name !== own && new RegExp(`${name}\\b`).test(page))
    expect(others).toEqual([])
  }
})

async function open(person: Person, path: string): Promise<string> {
  return (await person.fetch(path, { headers: { accept: 'text/html' } })).text()
}
