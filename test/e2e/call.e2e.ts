import type { Page } from '@playwright/test'
import { bookings } from '#shared/api/bookings.ts'
import { meetings } from '#shared/api/meetings.ts'
import { accept, request, weekOfTiles } from '../factories/bookings.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import { missing } from '../harness/programs.ts'
import type { Stack } from '../harness/stack.ts'
import { connectionsMade, decoded, expectPicture, test, watchCalls } from './call-pages.ts'
import { expect, type OpenAs } from './fixtures.ts'
import { tellTime } from './own-clock.ts'

test.skip(missing('janus', 'turnserver').length > 0, 'needs a media server and a relay')

/** An accepted booking of half an hour, five minutes before its start. */
async function meetingSoon(stack: Stack, name: string) {
  const [tutor, student] = [await stack.signIn(`tara.${name}`), await stack.signIn(`stan.${name}`)]
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  const slot = (await weekOfTiles(student, postId))[1]!
  const id = await request(stack, student, postId, slot)
  // A look at the booking asks the provider, whatever it has told a server that another test has restarted.
  await student.call(bookings.get, { params: { id }, query: {} })
  await accept(tutor, id)
  goTo(stack, slot.start, -5)
  return { id, slot }
}

function goTo(stack: Stack, moment: string, minutes: number) {
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(moment).add({ minutes })))
}

const control = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Call' }).getByRole('button', { name })
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People in the call' }).getByRole('listitem').filter({ hasText: name })

/** A session's call in which everybody named is: the first gives it, the others are enrolled. */
async function groupCall(stack: Stack, openAs: OpenAs, names: readonly string[]) {
  const [owner, ...students] = await Promise.all(names.map(name => stack.signIn(name)))
  const session = await makeSession(stack, owner!, { rate: '' })
  for (const student of students) await enrolIn(session, student)
  const { id, starts_at } = session.upcoming[0]!
  goTo(stack, starts_at, -5)
  await owner!.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const pages: Page[] = []
  for (const name of names) {
    const { page } = await openAs(name)
    await watchCalls(page.context())
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Enter the meeting' }).click()
    await expect(control(page, 'Leave the meeting')).toBeVisible()
    pages.push(page)
  }
  return { id, pages }
}

test(
  'two people meet, and neither a restart of the server nor a lost network parts them',
  {
    tag: '@phone',
  },
  async ({ stack, openAs, expectAccessible }, { project }) => {
    test.setTimeout(150_000)
    const { id, slot } = await meetingSoon(stack, 'call')
    const { page: stan } = await openAs('stan.call')
    const { page: tara } = await openAs('tara.call')
    for (const page of [stan, tara]) {
      await watchCalls(page.context())
      await tellTime(stack, page)
    }

    await test.step('a guest checks their devices, and waits at the door', async () => {
      await stan.goto(`/meeting/live/${id}`)
      await expect(stan.getByLabel('Your camera', { exact: true })).toBeVisible()
      await expect(stan.getByRole('timer')).toHaveText('Starts in 5 minutes')
      await expect(stan.getByText('Your connection is ready.')).toBeVisible()
      await expect
        .poll(() => stan.getByRole('meter').evaluate((meter: HTMLMeterElement) => meter.value))
        .toBeGreaterThan(0)
      await expect(stan.getByLabel('Microphone', { exact: true })).toHaveValue(/./)
      await stan.getByRole('button', { name: 'Play a test tone' }).click()
      await expectAccessible(stan)
      await stan.getByRole('button', { name: 'Ask to be let in' }).click()
      await expect(stan.getByText('You’re at the door')).toBeVisible()
      await expectAccessible(stan)
    })

    await test.step('the host lets them in, and they see and hear each other', async () => {
      await tara.goto(`/meeting/live/${id}`)
      await expect(tara.getByText('Stan Call waits for you to let them in.')).toBeVisible()
      await tara.getByRole('button', { name: 'Enter the meeting' }).click()
      await tara.getByRole('button', { name: 'Admit' }).click()
      await expectPicture(tara, 'Camera of Stan Call')
      await expectPicture(stan, 'Camera of Tara Call')
      await expectAccessible(stan)
    })

    await test.step('what one does is seen by the other', async () => {
      await stan.keyboard.press('h')
      await expect(tile(tara, 'Stan Call')).toContainText('Hand raised')
      await stan.keyboard.press('m')
      await expect(tile(tara, 'Stan Call')).toContainText('muted')
      await control(stan, 'Unmute').click()
      await expect(tile(tara, 'Stan Call')).not.toContainText('muted')
      await control(stan, /^Chat/).click()
      await stan.getByLabel('Message', { exact: true }).fill('Is this sum right?')
      await stan.keyboard.press('Enter')
      await expect(stan.getByRole('list', { name: 'Messages' })).toContainText('Is this sum right?')
      await control(tara, 'Chat, 1 new').click()
      await expect(tara.getByRole('list', { name: 'Messages' })).toContainText('Is this sum right?')
      await expectAccessible(tara)
      await tara.keyboard.press('Escape')
      await stan.keyboard.press('Escape')
      await control(tara, 'People').click()
      await tara.getByRole('button', { name: 'Mute Stan Call' }).click()
      await expect(control(stan, 'Unmute')).toBeVisible()
      await expectAccessible(tara)
      await tara.keyboard.press('Escape')
    })

    await test.step('a screen is shared', async () => {
      await (project.name === 'phone' ? control(tara, 'Share your screen').click() : tara.keyboard.press('s'))
      await expectPicture(stan, 'Screen of Tara Call')
      expect((await decoded(stan, 'Screen of Tara Call')).width).toBeGreaterThan(320)
      await control(tara, 'Stop sharing').click()
      await expect(stan.getByLabel('Screen of Tara Call')).toHaveCount(0)
    })

    await test.step('the server restarts, and the call goes on', async () => {
      const made = await connectionsMade(stan)
      const { frames } = await decoded(stan, 'Camera of Tara Call')
      await stack.restart()
      await expect(stan.getByText('Reconnecting…')).toBeVisible()
      await expect(stan.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
      await expect(tara.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
      await expectPicture(stan, 'Camera of Tara Call')
      expect((await decoded(stan, 'Camera of Tara Call')).frames).toBeGreaterThan(frames)
      expect(await connectionsMade(stan)).toBe(made)
      await control(tara, 'Raise your hand').click()
      await expect(tile(stan, 'Tara Call')).toContainText('Hand raised')
    })

    await test.step('the network is lost for a while, and nobody is asked anything', async () => {
      await stan.context().setOffline(true)
      await stan.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.at(-1)!.close())
      await expect(stan.getByText('Reconnecting…')).toBeVisible()
      await stan.context().setOffline(false)
      await expect(stan.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
      await control(tara, 'Lower your hand').click()
      await expect(tile(stan, 'Tara Call')).not.toContainText('Hand raised')
      await expectPicture(tara, 'Camera of Stan Call')
    })

    await test.step('the end is told, and who leaves sees how long they were there', async () => {
      goTo(stack, slot.end, -4)
      for (const page of [stan, tara]) await page.clock.setSystemTime(stack.clock.now().epochMilliseconds)
      await expect(stan.getByText('4 minutes left.')).toBeVisible({ timeout: 70_000 })
      await control(stan, 'Leave the meeting').click()
      await expect(stan.getByRole('heading', { name: 'You left the meeting' })).toBeVisible()
      await expect(stan.getByRole('region', { name: 'Attendance' })).toContainText('You')
      await expect(stan.getByRole('region', { name: 'Attendance' })).toContainText('Tara Call')
      await expect(tile(tara, 'Stan Call')).toHaveCount(0)
      await expectAccessible(stan)
    })
  },
)

test('three people of a session meet through the media server, and the host puts one out', async ({
  stack,
  openAs,
}) => {
  test.setTimeout(150_000)
  const people = ['Tess Group', 'Lena Group', 'Otto Group']
  const { pages } = await groupCall(stack, openAs, ['tess.group', 'lena.group', 'otto.group'])
  for (const [index, page] of pages.entries()) {
    for (const other of people.filter((_, at) => at !== index))
      await expectPicture(page, `Camera of ${other}`)
    // One connection up and one down, however many people there are.
    expect(await connectionsMade(page)).toBeLessThanOrEqual(3)
  }
  await control(pages[0]!, 'People').click()
  await pages[0]!.getByRole('button', { name: 'Remove Otto Group' }).click()
  await pages[0]!.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(pages[2]!.getByRole('heading', { name: 'The host has removed you' })).toBeVisible()
  await expect(tile(pages[1]!, 'Otto Group')).toHaveCount(0)
  for (const page of pages) await page.close()
})

test('the media server of a call dies, and everyone goes on at the other by themselves', async ({
  stack,
  mediaServers,
  openAs,
}) => {
  test.setTimeout(150_000)
  const { id, pages } = await groupCall(stack, openAs, ['tom.moved', 'mia.moved'])
  const [toms, mias] = pages as [Page, Page]
  await expectPicture(toms, 'Camera of Mia Moved')
  await expectPicture(mias, 'Camera of Tom Moved')
  const mediaUrl = () =>
    stack.db
      .selectFrom('meeting_rooms')
      .select('media_url')
      .where('occurrence_id', '=', id)
      .executeTakeFirstOrThrow()
      .then(room => room.media_url)
  const dying = await mediaUrl()
  // Looked for at each frame: they may be back within a second.
  const parted = toms.waitForFunction(() => {
    const mia = document.querySelector('[data-person="Mia Moved"]')
    return mia?.textContent.includes('Reconnecting…') && !mia.querySelector('video')
  })
  await mediaServers.find(({ url }) => url === dying)!.close()
  await parted
  // What is written goes another way.
  await control(mias, /^Chat/).click()
  await mias.getByLabel('Message', { exact: true }).fill('Are you still there?')
  await mias.keyboard.press('Enter')
  await expect(control(toms, 'Chat, 1 new')).toBeVisible()
  await expectPicture(toms, 'Camera of Mia Moved')
  await expectPicture(mias, 'Camera of Tom Moved')
  await expect(tile(toms, 'Mia Moved')).not.toContainText('Reconnecting…')
  expect(await mediaUrl()).not.toBe(dying)
  for (const page of pages) await page.close()
})

test('two who can only be reached through a relay meet there', async ({ stack, openAs }) => {
  test.setTimeout(150_000)
  const { id } = await meetingSoon(stack, 'relay')
  const tara = await stack.signIn('tara.relay')
  await tara.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const pages: Page[] = []
  for (const name of ['tara.relay', 'stan.relay']) {
    const { page } = await openAs(name)
    await watchCalls(page.context(), { relayOnly: true })
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Enter the meeting' }).click()
    pages.push(page)
  }
  await expectPicture(pages[0]!, 'Camera of Stan Relay')
  await expectPicture(pages[1]!, 'Camera of Tara Relay')
})
