import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

const longTitle = `Topics in Applied Geomorphology ${'and Sedimentology '.repeat(8)}`.trim()

/** A course with notes, a session and a tutor. */
async function makeHome(
  stack: Stack,
  { course, courseTitle = 'Rivers and Lakes', crn }: { course: string; courseTitle?: string; crn: string },
) {
  const section = await addSection(stack.db, { course, courseTitle, crn, title: 'Sediments' })
  const tutor = await stack.signIn(`tutor.${crn}`)
  await makeTutor(stack, tutor)
  await tutor.call(profiles.save, { body: { name: 'Rhea Rivers' } })
  const post = await addPost(tutor, section, { name: 'Deltas and estuaries' })
  await makeSession(stack, tutor, {
    title: 'Rivers, together',
    crns: [section.crn],
    starts_on: dayAhead(stack, 3),
    location: 'Room 214, North Hall',
  })
  return { section, post }
}

test('a card’s course leads to the course’s home, and from there to notes, a session, a tutor and the person’s classes', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const course = 'GEO 110'
  const { section } = await makeHome(stack, { course, crn: '31110' })
  const { page, person } = await openAs('home.reader')
  await person.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
  await page.goto('/explore?type=classes')
  const card = page.getByRole('article', { name: 'Deltas and estuaries' })
  await card.getByRole('link', { name: course, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/courses/${section.courseId}$`))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: `${course} Rivers and Lakes` })).toBeVisible()
  await expect(page).toHaveTitle(/Rivers and Lakes/)
  await expect(main.getByText('Riverbend State University')).toBeVisible()
  await expect(main.getByText(`Your class: CRN ${section.crn}`)).toBeVisible()
  const sessions = main.getByRole('region', { name: 'Upcoming sessions' })
  await expect(sessions.getByRole('heading', { name: 'Rivers, together' })).toBeVisible()
  const tutors = main.getByRole('region', { name: 'Tutors' })
  await expect(tutors.getByText('$40 an hour')).toBeVisible()
  await expectAccessible(page)

  await tutors.getByRole('link', { name: 'Book Session with Rhea' }).click()
  await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible()
  await page.goto(`/courses/${section.courseId}`)
  await tutors.getByRole('link', { name: 'Rhea Rivers', exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/tutor\.31110$/)
  await page.goBack()
  await sessions.getByRole('link', { name: 'Rivers, together' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Rivers, together' })).toBeVisible()
  await main.getByRole('link', { name: 'Sediments' }).click()
  await expect(page).toHaveURL(new RegExp(`/courses/${section.courseId}$`))
  await expect(main.getByRole('link', { name: 'Ask Study Pal AI' })).toHaveAttribute(
    'href',
    `/study/${section.courseId}`,
  )
  await main.getByRole('link', { name: 'Deltas and estuaries' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Deltas and estuaries' })).toBeVisible()
  await main.getByRole('link', { name: `${course} · Rivers and Lakes` }).click()
  await expect(page).toHaveURL(new RegExp(`/courses/${section.courseId}$`))
})

test('a course’s page shows its classes to choose the person’s own from', { tag: '@phone' }, async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { section } = await makeHome(stack, { course: 'GEO 115', crn: '31115' })
  await addSection(stack.db, {
    course: 'GEO 115',
    courseTitle: 'Rivers and Lakes',
    crn: '31116',
    title: 'Rivers Lab',
  })
  // Another school’s course of the same code, at the person’s own school.
  await addSection(stack.db, { course: 'GEO 115', crn: '31117', school: 'Delta College' })
  const { page, person } = await openAs('ada.adds')
  await person.call(profiles.save, { body: { college: 'Delta College' } })
  await page.goto(`/courses/${section.courseId}`)
  await page.getByRole('button', { name: 'Add to my classes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your classes' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: /31115/ }).check()
  await dialog.getByRole('checkbox', { name: /31116 Rivers Lab/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your classes: CRNs 31115, 31116')).toBeVisible()
  const change = page.getByRole('button', { name: 'Change' })
  await expect(change).toBeFocused()
  await change.click()
  await dialog.getByRole('checkbox', { name: /31115/ }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your class: CRN 31116')).toBeVisible()
})

test('the side menu lists up to six courses of the own classes, each once, and says which one is open', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('many.classes')
  const section_ids: number[] = []
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const named = { course: `LIT ${number}`, courseTitle: `Poems ${number}` }
    for (const crn of [`4100${number}`, `4200${number}`]) {
      section_ids.push((await addSection(stack.db, { ...named, crn })).sectionId)
    }
  }
  await page.goto('/explore')
  const classes = page.getByRole('list', { name: 'My classes' })
  await expect(page.getByRole('link', { name: 'Wallet' }).first()).toBeVisible()
  await expect(classes).toHaveCount(0)
  await person.call(profiles.listClasses, { body: { section_ids } })
  await page.reload()
  await expect(classes.getByRole('link')).toHaveCount(6)
  await classes.getByRole('link', { name: 'LIT 3 Poems 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'LIT 3 Poems 3' })).toBeVisible()
  await expect(classes.getByRole('link', { name: 'LIT 3 Poems 3' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').getByText('Your classes: CRNs 41003, 42003')).toBeVisible()
  await expect(page.getByText('No notes yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upcoming sessions' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tutors' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/profile')
  const listed = page.getByRole('main').getByRole('list', { name: 'Classes' })
  await listed.getByRole('link', { name: 'LIT 2 Poems 2' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'LIT 2 Poems 2' })).toBeVisible()
})

test('the upload form begins with the course on whose page it is opened, and forgets it unused', async ({
  stack,
  openAs,
}) => {
  const { section } = await makeHome(stack, { course: 'GEO 120', crn: '31120' })
  const { page } = await openAs('begun.reader')
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  const field = form.getByRole('combobox', { name: /^Course/ })
  await page.goto(`/courses/${section.courseId}`)
  await page.getByRole('main').getByRole('link', { name: 'Upload Content' }).click()
  await expect(field).toHaveValue(/GEO 120 Rivers and Lakes/)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByText('Draft saved.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  // The form begins with the course for as long as its page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  await expect(field).toHaveValue('')
})

test('a visitor reads a course’s home, drawn by the server, and its actions lead to the sign-in', {
  tag: '@phone',
}, async ({ page, stack, request, expectAccessible }) => {
  const course = 'GEO 130'
  const { section, post } = await makeHome(stack, { course, courseTitle: longTitle, crn: '31130' })
  const path = `/courses/${section.courseId}`
  // The first drawing of a page includes loading its code.
  await expect(async () => {
    const html = await (await request.get(stack.url + path, { headers: { accept: 'text/html' } })).text()
    const drawn = html.slice(html.indexOf('<div id="root">'))
    for (const text of [longTitle, 'Deltas and estuaries', 'Rivers, together', 'Rhea Rivers'])
      expect(drawn).toContain(text)
    expect(html).not.toMatch(/@example\.edu|North Hall|"(followers|following|attendees|taken)":\d/)
  }).toPass()
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: `${course} ${longTitle}` })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Rivers, together' })).toBeVisible()
  await expect(main.getByText('Your class')).toHaveCount(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await expectAccessible(page)
  for (const [name, next] of [
    ['Upload Content', `${path}?create=upload`],
    ['Ask Study Pal AI', `/study/${section.courseId}`],
    ['Book Session with Rhea', `/ignite/${post.id}?book=time`],
  ] as const) {
    await main.getByRole('link', { name }).first().click()
    await expect(page, name).toHaveURL(url => url.searchParams.get('next') === next)
    await page.goto(path)
  }
  await main.getByRole('link', { name: 'Deltas and estuaries' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Deltas and estuaries' })).toBeVisible()
  await main.getByRole('link', { name: course, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('an unknown course isn’t found, for members and visitors, and the frame stays', async ({
  page,
  openAs,
}) => {
  const { page: own } = await openAs('lost.reader')
  for (const somebody of [page, own]) {
    for (const path of ['/courses/999999999', '/courses/CS201']) {
      const response = await somebody.goto(path)
      expect(response!.status()).toBe(404)
      await expect(somebody.getByRole('heading', { name: 'We couldn’t find that course' })).toBeVisible()
      await expect(somebody.getByRole('banner')).toBeVisible()
    }
  }
})
