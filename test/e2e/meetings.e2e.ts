import type { BrowserContext, Page } from '@playwright/test'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { logins } from '#shared/api/logins.ts'
import type { MeetingMessage, Peer, WaitingPerson } from '#shared/api/meeting-events.ts'
import { meetings } from '#shared/api/meetings.ts'
import { drawOn, readBoard } from '../factories/boards.ts'
import { accept, request, weekOfTiles } from '../factories/bookings.ts'
import { enrolIn, payPlaceIn } from '../factories/enrolments.ts'
import { enterCall, enterMeeting } from '../factories/meetings.ts'
import { makeSession, savePlan } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import { ask, heard } from '../harness/live.ts'
import { Person } from '../harness/person.ts'
import { missing } from '../harness/programs.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, type OpenAs } from './fixtures.ts'
import {
  connectionsMade,
  decoded,
  expectPicture,
  faceCameras,
  filming,
  startWithMedia,
  watchCalls,
} from './meeting-pages.ts'
import { nextChange } from './next-change.ts'
import { tellTime } from './own-clock.ts'
import { withOwnStack } from './own-stack.ts'
import { listen } from './told.ts'

const test = withOwnStack(startWithMedia).extend(filming)

test.skip(missing('janus', 'turnserver').length > 0, 'needs a media server and a relay')

/** An accepted booking of half an hour, five minutes before its start. */
async function meetingSoon(stack: Stack, name: string) {
  const [tutor, student] = [await stack.signIn(`tara.${name}`), await stack.signIn(`stan.${name}`)]
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  const slot = (await weekOfTiles(student, postId))[1]!
  const id = await request(stack, student, postId, slot)
  // Loading the booking asks the provider, even if its events went to a server that another test has
  // restarted.
  await student.call(bookings.get, { params: { id }, query: {} })
  await accept(tutor, id)
  goTo(stack, slot.start, -5)
  return { id, slot }
}

/** What a page says without a live connection. A tile says the same of a line that is lost. */
const reconnecting = (page: Page) => page.getByRole('alert').filter({ hasText: 'Reconnecting…' })
/** Resolves once a page says so. Checked at each frame: it may be back within a second. */
const loses = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[role=alert]')].some(alert => alert.textContent.includes('Reconnecting…')),
  )

const closeSocket = (page: Page) =>
  page.evaluate(() => {
    const { sockets } = window as unknown as { sockets: WebSocket[] }
    sockets.findLast(({ url }) => url.includes('/live'))!.close()
  })

async function seatsIn({ db }: Stack): Promise<number> {
  return (await db.selectFrom('meeting_peers').select('person_id').execute()).length
}

function goTo(stack: Stack, moment: string, minutes: number) {
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(moment).add({ minutes })))
}

const control = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Call' }).getByRole('button', { name })
/** Keeps whether a page holds the screen on, which a browser without a screen refuses. */
async function watchScreen(page: Page) {
  await page.addInitScript(() => {
    const keep = (screenOn: boolean) => void Object.assign(window, { screenOn })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          keep(true)
          return { release: async () => keep(false) }
        },
      },
    })
  })
}

type Held = { opened: MediaStreamTrack[]; inUse: boolean; listed: PromiseWithResolvers<void> | undefined }

/** Lets a test see what a page opened, refuse it more, and keep the browser from listing its devices. */
async function holdDevices(page: Page) {
  await page.addInitScript(() => {
    const held: Held = Object.assign(window, { opened: [], inUse: false, listed: undefined })
    const devices = navigator.mediaDevices
    const [open, list] = [devices.getUserMedia.bind(devices), devices.enumerateDevices.bind(devices)]
    devices.getUserMedia = async wanted => {
      if (held.inUse) throw new DOMException('Could not start', 'NotReadableError')
      const stream = await open(wanted)
      held.opened.push(...stream.getTracks())
      return stream
    }
    devices.enumerateDevices = async () => {
      await held.listed?.promise
      return list()
    }
  })
}

/** Makes a page refuse to play sound until the person asks for it, as Safari does where nothing is recorded. */
async function holdSound(page: Page) {
  await page.addInitScript(() => {
    const play = HTMLAudioElement.prototype.play
    let isAsked = false
    HTMLAudioElement.prototype.play = async function () {
      if (!isAsked) throw new DOMException('Not yet', 'NotAllowedError')
      await Reflect.apply(play, this, [])
    }
    document.addEventListener(
      'click',
      ({ target }) => {
        isAsked ||= (target as HTMLElement).textContent === 'Play sound'
      },
      true,
    )
  })
}

const screenOn = (page: Page) => page.evaluate(() => Reflect.get(window, 'screenOn'))
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People in the call' }).getByRole('listitem').filter({ hasText: name })

/** A session's call with everyone named: the first teaches it, the others are enrolled. */
async function groupCall(
  stack: Stack,
  openAs: OpenAs,
  names: readonly string[],
  prepare: (context: BrowserContext) => Promise<void> = watchCalls,
) {
  const [owner, ...students] = await Promise.all(names.map(name => stack.signIn(name)))
  const session = await makeSession(stack, owner!, { rate: '' })
  for (const student of students) await enrolIn(session, student)
  const { id, starts_at } = session.upcoming[0]!
  goTo(stack, starts_at, -5)
  await owner!.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const pages: Page[] = []
  for (const name of names) {
    const { page } = await openAs(name)
    await prepare(page.context())
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Join the meeting' }).click()
    await expect(control(page, 'Leave the meeting')).toBeVisible()
    pages.push(page)
  }
  return { id, pages }
}

test(
  'two people meet, and neither a server restart nor a lost network separates them',
  {
    tag: '@phone',
  },
  async ({ stack, openAs, expectAccessible }, { project }) => {
    test.setTimeout(300_000)
    const { id, slot } = await meetingSoon(stack, 'call')
    const { page: stan } = await openAs('stan.call')
    const { page: tara } = await openAs('tara.call')
    for (const page of [stan, tara]) {
      await watchCalls(page.context())
      await watchScreen(page)
      await faceCameras(page.context())
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
      await stan.emulateMedia({ forcedColors: 'active' })
      await expect
        .poll(() =>
          stan.evaluate(() => {
            const bar = document.querySelector('meter ~ .bg-lamp')
            const page = document.body.appendChild(document.createElement('i'))
            page.style.background = 'Canvas'
            const colors = [
              bar && getComputedStyle(bar).backgroundColor,
              getComputedStyle(page).backgroundColor,
            ]
            page.remove()
            return bar && colors[0] !== colors[1]
          }),
        )
        .toBe(true)
      await stan.emulateMedia({ forcedColors: 'none' })
      await expect(stan.getByLabel('Microphone', { exact: true })).toHaveValue(/./)
      await stan.getByRole('button', { name: 'Play a test tone' }).click()
      await expectAccessible(stan)
      await stan.getByRole('button', { name: 'Ask to be let in' }).click()
      await expect(stan.getByText('Waiting room')).toBeVisible()
      await expect.poll(() => screenOn(stan)).toBe(true)
      await expectAccessible(stan)
    })

    await test.step('the host admits them, also while the board fills a phone on its side, and they see and hear each other', async () => {
      await tara.goto(`/meeting/live/${id}`)
      await expect(tara.getByText('Stan Call is waiting for you to let them in.')).toBeVisible()
      await tara.getByRole('button', { name: 'Join the meeting' }).click()
      await control(tara, 'Board').click()
      const size = tara.viewportSize()!
      await tara.setViewportSize({ width: 844, height: 390 })
      await tara.getByRole('button', { name: 'Admit' }).click()
      await tara.getByRole('button', { name: 'Close the board' }).click()
      await tara.setViewportSize(size)
      await expectPicture(tara, 'Camera of Stan Call')
      await expectPicture(stan, 'Camera of Tara Call')
      expect(await screenOn(stan)).toBe(true)
      await expectAccessible(stan)
    })

    await test.step('a phone’s camera is turned around and back, and the other one sees what it sees', async () => {
      const turn = stan.getByRole('button', { name: 'Switch camera' })
      if (project.name !== 'phone') return void (await expect(turn).toHaveCount(0))
      const own = stan.getByLabel('Camera of Stan Call', { exact: true })
      await expect(own).toHaveCSS('scale', '-1 1')
      const middles = await control(stan, /./).evaluateAll(all =>
        all.map(one => one.getBoundingClientRect().y),
      )
      expect(new Set(middles).size, 'rows of the controls').toBe(1)
      await turn.click()
      // What is in front of a person isn't mirrored, as their own face is.
      await expect(own).toHaveCSS('scale', 'none')
      await expectPicture(tara, 'Camera of Stan Call')
      await turn.click()
      await expect(own).toHaveCSS('scale', '-1 1')
      await expectPicture(tara, 'Camera of Stan Call')
    })

    await test.step('a camera that a phone takes away from the page shows nothing until it is back', async () => {
      const own = stan.getByLabel('Camera of Stan Call', { exact: true })
      const setMuted = (muted: boolean) =>
        own.evaluate((video: HTMLVideoElement, muted) => {
          const track = (video.srcObject as MediaStream).getVideoTracks()[0]!
          Object.defineProperty(track, 'muted', { value: muted, configurable: true })
          track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
        }, muted)
      await setMuted(true)
      await expect(tara.getByLabel('Camera of Stan Call')).toHaveCount(0)
      await setMuted(false)
      await expectPicture(tara, 'Camera of Stan Call')
    })

    await test.step('each sees what the other does', async () => {
      // Held, a key repeats itself.
      for (let times = 0; times < 4; times++) await stan.keyboard.down('h')
      await stan.keyboard.up('h')
      await expect(control(stan, 'Lower your hand')).toBeVisible()
      await expect(tile(tara, 'Stan Call')).toContainText('Hand raised')
      if (project.name === 'phone') {
        const note = (await tile(stan, 'Stan Call')
          .locator('span', { hasText: 'Hand raised' })
          .first()
          .boundingBox())!
        const turn = (await stan.getByRole('button', { name: 'Switch camera' }).boundingBox())!
        expect(note.x + note.width).toBeLessThanOrEqual(turn.x)
      }
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
      await expect(tara.getByRole('complementary', { name: 'People' })).toHaveCount(0)
    })

    await test.step('a board that one opens is offered to the other', async () => {
      await control(tara, 'Board').click()
      const offer = stan.getByRole('region', { name: 'Board opened' })
      await expect(offer).toContainText('Tara Call opened the board.')
      await offer.getByRole('button', { name: 'Not now' }).click()
      await expect(offer).toHaveCount(0)
      await control(tara, 'Board').click()
      await control(tara, 'Board').click()
      await control(stan, /^Chat/).click()
      await offer.getByRole('button', { name: 'View' }).click()
      const chat = stan.getByRole('complementary', { name: 'Chat' })
      if (project.name === 'phone') await expect(chat).toHaveCount(0)
      else await chat.getByRole('button', { name: 'Close chat' }).click()
      const board = stan.getByRole('region', { name: 'Board', exact: true })
      await expect(board).toBeVisible()
      await expect(offer).toHaveCount(0)
      // On a phone on its side there is room for nothing else.
      const size = stan.viewportSize()!
      await stan.setViewportSize({ width: 844, height: 390 })
      await expect.poll(() => board.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 })
      await stan.setViewportSize(size)
      for (const page of [tara, stan]) await control(page, 'Board').click()
    })

    await test.step('what is typed into the chat switches nothing', async () => {
      await control(stan, /^Chat/).click()
      const box = stan.getByRole('textbox', { name: 'Message' })
      // On a phone the keyboard would cover the messages.
      if (project.name === 'phone') await expect(stan.getByRole('heading', { name: 'Chat' })).toBeFocused()
      else await expect(box).toBeFocused()
      await stan.keyboard.type('hm')
      if (project.name !== 'phone') await expect(box).toHaveValue('hm')
      await expect(control(stan, 'Unmute')).toBeVisible()
      await expect(tile(tara, 'Stan Call')).toContainText('Hand raised')
    })

    await test.step('a message being written stays while the panel shows the people', async () => {
      const box = stan.getByRole('textbox', { name: 'Message' })
      await box.fill('I s')
      await control(stan, /^People/).click()
      await control(stan, /^Chat/).click()
      await expect(box).toHaveValue('I s')
    })

    await test.step('messages that came or were written while the chat is open aren’t new after Back closed it', async () => {
      await stan.getByRole('textbox', { name: 'Message' }).fill('I see')
      await stan.keyboard.press('Enter')
      await expect(stan.getByRole('list', { name: 'Messages' })).toContainText('I see')
      // The same words again are announced again.
      const said = tara.getByRole('log', { name: 'Meeting updates' })
      await expect(said).toHaveText('Stan Call wrote: I see')
      const again = await nextChange(said)
      await stan.getByRole('textbox', { name: 'Message' }).fill('I see')
      await stan.keyboard.press('Enter')
      await again.evaluate(({ change }) => change)
      await stan.goBack()
      await expect(stan.getByRole('complementary', { name: 'Chat' })).toHaveCount(0)
      await expect(control(stan, 'Chat')).toHaveAccessibleName('Chat')
    })

    await test.step('Back closes what is open, then asks, and never ends the call by itself', async () => {
      await control(stan, /^People/).click()
      // Its own entry comes a moment after it.
      await stan.waitForFunction(() => history.state?.layers === 2)
      await stan.goBack()
      await expect(stan.getByRole('complementary', { name: 'People' })).toHaveCount(0)
      const question = stan.getByRole('dialog', { name: 'Leave the meeting?' })
      for (const answer of ['button', 'Back'] as const) {
        await stan.goBack()
        await expect(question).toBeVisible()
        // So does the question's.
        await stan.waitForFunction(() => history.state?.layers === 2)
        if (answer === 'Back') await stan.goBack()
        else await question.getByRole('button', { name: 'Stay' }).click()
        await expect(question).toBeHidden()
        await expectPicture(stan, 'Camera of Tara Call')
      }
    })

    await test.step('the other one is large, and the person’s own picture small in the corner', async () => {
      const [other, own] = await Promise.all(
        ['Tara Call', 'Stan Call'].map(name => tile(stan, name).boundingBox()),
      )
      expect(own!.width * own!.height).toBeLessThan((other!.width * other!.height) / 5)
    })

    await test.step('a screen is shared', async () => {
      await (project.name === 'phone' ? control(tara, 'Share your screen').click() : tara.keyboard.press('s'))
      await expectPicture(stan, 'Screen of Tara Call')
      await expect.poll(async () => (await decoded(stan, 'Screen of Tara Call')).width).toBeGreaterThan(320)
      await control(tara, 'Stop sharing').click()
      await expect(stan.getByLabel('Screen of Tara Call')).toHaveCount(0)
    })

    await test.step('the server restarts, and the call continues', async () => {
      const made = await connectionsMade(stan)
      const { frames } = await decoded(stan, 'Camera of Tara Call')
      await stack.restart(() => expect(reconnecting(stan)).toBeVisible())
      await expect(reconnecting(stan)).toBeHidden({ timeout: 60_000 })
      await expect(reconnecting(tara)).toBeHidden({ timeout: 60_000 })
      await expectPicture(stan, 'Camera of Tara Call')
      expect((await decoded(stan, 'Camera of Tara Call')).frames).toBeGreaterThan(frames)
      expect(await connectionsMade(stan)).toBe(made)
      await control(tara, 'Raise your hand').click()
      await expect(tile(stan, 'Tara Call')).toContainText('Hand raised')
    })

    await test.step('the database crashes and forgets who is in the call, and the call continues', async () => {
      const made = await connectionsMade(stan)
      await stack.restart(async () => void (await stack.db.deleteFrom('meeting_peers').execute()))
      for (const page of [stan, tara]) await expect(reconnecting(page)).toBeHidden({ timeout: 60_000 })
      await expect.poll(() => seatsIn(stack)).toBe(2)
      await expectPicture(stan, 'Camera of Tara Call')
      await expectPicture(tara, 'Camera of Stan Call')
      expect(await connectionsMade(stan)).toBe(made)
    })

    await test.step('the network is lost for a while, and nobody is asked anything', async () => {
      await stan.context().setOffline(true)
      await closeSocket(stan)
      await expect(reconnecting(stan)).toBeVisible()
      await stan.context().setOffline(false)
      await expect(reconnecting(stan)).toBeHidden({ timeout: 60_000 })
      await control(tara, 'Lower your hand').click()
      await expect(tile(stan, 'Tara Call')).not.toContainText('Hand raised')
      await expectPicture(tara, 'Camera of Stan Call')
    })

    await test.step('the end is announced, and a person who leaves sees how long they were there', async () => {
      goTo(stack, slot.end, -2)
      for (const page of [stan, tara]) await page.clock.setSystemTime(stack.clock.now().epochMilliseconds)
      // As on waking, instead of at the next minute.
      await stan.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      // The pages' clocks ran on while the server's stood, which they know by now: they may say a minute more.
      await expect(stan.getByText(/^\d minutes left\.$/)).toBeVisible()
      await control(stan, 'Leave the meeting').click()
      await expect(stan.getByRole('heading', { name: 'You left the meeting' })).toBeVisible()
      await expect.poll(() => screenOn(stan)).toBe(false)
      await expect(stan.getByRole('region', { name: 'Attendance' })).toContainText('You')
      await expect(stan.getByRole('region', { name: 'Attendance' })).toContainText('Tara Call')
      await expect(tile(tara, 'Stan Call')).toHaveCount(0)
      await expectAccessible(stan)
    })
  },
)

test('a guest finds a way on, whether the host declines them by mistake, news is lost, or their login ends', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'door')
  const tara = await stack.signIn('tara.door')
  const { socket: host } = await enterCall(tara, id)
  const { page: stan } = await openAs('stan.door')
  await watchCalls(stan.context())
  await tellTime(stack, stan)
  await stan.goto(`/meeting/live/${id}`)
  const knock = async () => {
    const knocked = heard<{ people: WaitingPerson[] }>(host, 'waiting', ({ people }) => people.length > 0)
    await stan.getByRole('button', { name: 'Ask to be let in' }).click()
    await expect(stan.getByText('Waiting room')).toBeVisible()
    return (await knocked).people[0]!
  }

  const lost = stan.getByRole('alert').filter({ hasText: 'You lost your connection.' })

  await test.step('a person without a network, outside or at the door, reads so until it is back', async () => {
    await expect(stan.getByRole('button', { name: 'Ask to be let in' })).toBeVisible()
    await stan.route('**/api/meeting/credentials', () => {})
    const asked = stan.waitForRequest('**/api/meeting/credentials')
    await stan.clock.fastForward(10_000)
    await asked
    await stan.clock.fastForward(10_000)
    await expect(lost).toBeVisible()
    await stan.unroute('**/api/meeting/credentials')
    await expect(lost).toHaveCount(0)
    await knock()
    await stan.context().setOffline(true)
    await closeSocket(stan)
    await expect(lost).toBeVisible()
    await stan.context().setOffline(false)
    await expect(lost).toHaveCount(0)
    await stan.reload()
  })

  await test.step('a person who is declined may ask again after a moment', async () => {
    const { person_id } = await knock()
    expect(await ask(host, 'refuse', { person_id })).toMatchObject({ ok: true })
    await expect(stan.getByRole('heading', { name: 'The host didn’t let you in' })).toBeVisible()
    const again = stan.getByRole('button', { name: 'Ask again' })
    await expect(stan.getByText('You can ask again in a moment.')).toBeVisible()
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    stack.clock.advance({ seconds: 31 })
    await stan.clock.fastForward(31_000)
    await again.click()
    await knock()
  })

  await test.step('a person who is let in comes in, though the page isn’t told', async () => {
    await stack.db.updateTable('meeting_admissions').set({ state: 'admitted' }).execute()
    await stan.clock.fastForward(10_000)
    await expect(control(stan, 'Leave the meeting')).toBeVisible()
  })

  await test.step('what is written while the connection is lost is sent once it is back', async () => {
    await control(stan, 'Chat').click()
    const message = heard<MeetingMessage>(host, 'message')
    await stan.context().setOffline(true)
    await closeSocket(stan)
    await expect(reconnecting(stan)).toBeVisible()
    await expect(control(stan, 'Leave the meeting')).toBeInViewport({ ratio: 1 })
    await stan.getByRole('textbox', { name: 'Message' }).fill('Still there?')
    await stan.keyboard.press('Enter')
    await stan.context().setOffline(false)
    await expect(stan.getByRole('list', { name: 'Messages' })).toContainText('Still there?')
    expect((await message).text).toBe('Still there?')
  })

  await test.step('whose login ends elsewhere is out, and signs in again', async () => {
    const cookies = (await stan.context().cookies()).map(({ name, value }) => [name, value] as const)
    const lost = loses(stan)
    expect((await new Person(stack.url, new Map(cookies)).call(logins.end)).status).toBe(200)
    await lost
    await stan.clock.fastForward(10_000)
    await expect(stan).toHaveURL(/\/login/)
  })
  host.disconnect()
})

test('a person who lost their network reads that the meeting is over once it is', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'late')
  const { page } = await openAs('tara.late')
  await watchCalls(page.context())
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
  await page.context().setOffline(true)
  await closeSocket(page)
  await expect(reconnecting(page)).toBeVisible()
  await page.clock.fastForward('51:00')
  await expect(page.getByRole('heading', { name: 'The meeting is over' })).toBeVisible()
})

test('people in a call see its new times and title when its session moves', async ({ stack, openAs }) => {
  const owner = await stack.signIn('tess.moving')
  const session = await makeSession(stack, owner, { rate: '' })
  await enrolIn(session, await stack.signIn('lena.moving'))
  const { id, starts_at } = session.upcoming[0]!
  goTo(stack, starts_at, -5)
  await owner.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const { page } = await openAs('lena.moving')
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
  const changes = { rate: '', end_time: '10:15', title: 'Heaps, briefly' }
  expect((await savePlan(stack, owner, session, changes)).status).toBe(200)
  await expect(page.getByRole('heading', { name: 'Heaps, briefly' })).toBeVisible()
  goTo(stack, starts_at, 6)
  await page.clock.setSystemTime(stack.clock.now().epochMilliseconds)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('timer')).toHaveText(/^Ends in [89] minutes$/)
})

test('a student in a call who cancels their place reads that, without a way back', async ({
  stack,
  openAs,
}) => {
  const [owner, student] = [await stack.signIn('tess.placed'), await stack.signIn('lena.placed')]
  const session = await makeSession(stack, owner)
  const bookingId = await payPlaceIn(stack, session, student)
  const { id, starts_at } = session.upcoming[0]!
  goTo(stack, starts_at, -5)
  await owner.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const { page } = await openAs('lena.placed')
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
  await student.call(bookings.cancel, { body: { bookingId, remarks: '' } })
  await expect(page.getByRole('heading', { name: 'Your place was canceled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rejoin' })).toHaveCount(0)
})

test('the lobby stands still while the camera starts, so that no press of “Join the meeting” is lost', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'still')
  const { page } = await openAs('tara.still')
  await tellTime(stack, page)
  await page.addInitScript(() => {
    const moves: number[] = []
    Object.assign(window, { moves })
    const look = (shifts: { getEntries(): PerformanceEntryList }) =>
      moves.push(...shifts.getEntries().map(shift => Reflect.get(shift, 'value') as number))
    new PerformanceObserver(look).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/meeting/live/${id}`)
  const camera = page.getByLabel('Your camera', { exact: true })
  await expect.poll(() => camera.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
  await expect(page.getByText('Your connection is ready.')).toBeVisible()
  const moves: number[] = await page.evaluate(() => Reflect.get(window, 'moves'))
  expect(moves.reduce((sum, move) => sum + move, 0)).toBeLessThanOrEqual(0.01)
})

test('another microphone doesn’t unmute anyone, and a device that doesn’t open is off', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'devices')
  const { page } = await openAs('tara.devices')
  await holdDevices(page)
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  const choose = async (kind: string) => {
    await page.getByRole('button', { name: 'Devices' }).click()
    const picker = page.getByRole('dialog').getByLabel(kind, { exact: true })
    const other = picker.locator('option:not(:checked)').first()
    await picker.selectOption((await other.textContent())!)
    await page.keyboard.press('Escape')
  }

  await test.step('a muted person stays muted while the browser still lists the devices', async () => {
    await control(page, 'Mute').click()
    const before = await page.evaluate(() => (window as unknown as Held).opened.length)
    await page.evaluate(() => Object.assign(window, { listed: Promise.withResolvers<void>() }))
    await choose('Microphone')
    const microphone = await page.waitForFunction(
      count => (window as unknown as Held).opened.slice(count).at(-1),
      before,
    )
    await expect(control(page, 'Unmute')).toBeEnabled()
    expect(await microphone.evaluate(track => track?.enabled)).toBe(false)
    await page.evaluate(() => (window as unknown as Held).listed?.resolve())
    await control(page, 'Unmute').click()
    await expect(control(page, 'Mute')).toBeVisible()
    expect(await microphone.evaluate(track => track?.enabled)).toBe(true)
  })

  for (const [kind, whileOn, whileOff] of [
    ['Microphone', 'Mute', 'Unmute'],
    ['Camera', 'Turn the camera off', 'Turn the camera on'],
  ] as const) {
    await test.step(`a ${kind.toLowerCase()} that another program holds is off until it opens`, async () => {
      await page.evaluate(() => Object.assign(window, { inUse: true }))
      await choose(kind)
      const problem = page.getByText(`Another program is using the ${kind.toLowerCase()}.`)
      await expect(problem).toBeVisible()
      await expect(control(page, whileOff)).toBeVisible()
      await page.evaluate(() => Object.assign(window, { inUse: false }))
      await control(page, whileOff).click()
      await expect(control(page, whileOn)).toBeVisible()
      await expect(problem).toHaveCount(0)
    })
  }
})

test('a person without a camera isn’t told so in the call, until they try to turn it on', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'blind')
  const { page } = await openAs('tara.blind')
  await holdDevices(page)
  await page.addInitScript(() => Object.assign(window, { inUse: true }))
  await page.goto(`/meeting/live/${id}`)
  const problem = page.getByText('Another program is using the camera.')
  await expect(problem).toBeVisible()
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
  await expect(problem).toHaveCount(0)
  await control(page, 'Turn the camera on').click()
  await expect(problem).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(problem).toHaveCount(0)
})

test('a call names no keys to a person who turned single keys off', async ({ stack, openAs }) => {
  const { id } = await meetingSoon(stack, 'keyless')
  const { page } = await openAs('tara.keyless')
  const list = page.getByRole('button', { name: 'Keyboard shortcuts' })
  const join = async () => {
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Join the meeting' }).click()
  }
  await join()
  await expect(control(page, 'Chat')).toHaveAttribute('aria-keyshortcuts', 'c')
  await expect(control(page, 'Chat')).toHaveAttribute('title', 'Chat (c)')
  await expect(list).toBeVisible()
  await page.evaluate(() => localStorage.setItem('single-keys', 'off'))
  await join()
  await expect(control(page, 'Chat')).not.toHaveAttribute('aria-keyshortcuts')
  await expect(control(page, 'Chat')).toHaveAttribute('title', 'Chat')
  await expect(list).toHaveCount(0)
})

test('a screen reader hears that the person is in, and what keys switch, and on the board some are the board’s', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'keyed')
  const { page } = await openAs('tara.keyed')
  await page.goto(`/meeting/live/${id}`)
  const join = page.getByRole('button', { name: 'Join the meeting' })
  await expect(join).toBeVisible()
  const told = await listen(page)
  await join.click()
  await expect.poll(told).toContain('You’re in the meeting')
  await expect(control(page, 'Mute')).toBeVisible()
  await page.keyboard.press('m')
  await expect.poll(told).toContain('Your microphone is off.')
  await page.keyboard.press('h')
  await expect.poll(told).toContain('Your hand is raised.')
  await control(page, 'Chat').press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(control(page, 'Chat')).toBeFocused()
  const loading = await page.evaluateHandle(() => {
    const statuses = new Set<Element>()
    const look = () => {
      for (const status of document.querySelectorAll('[role=status]'))
        if (`${status.ariaLabel} ${status.textContent}`.includes('Loading the board')) statuses.add(status)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    return statuses
  })
  await page.keyboard.press('b')
  await page.locator('.excalidraw canvas.interactive').click({ position: { x: 30, y: 300 }, timeout: 30_000 })
  expect(await loading.evaluate(statuses => statuses.size), 'times that it says it loads').toBe(1)
  for (const key of ['s', 'h', 'b', 'm']) await page.keyboard.press(key)
  await expect(control(page, 'Mute')).toBeVisible()
  await expect(control(page, 'Board')).toHaveAttribute('aria-pressed', 'true')
  await expect(control(page, 'Share your screen')).toBeVisible()
  await expect(control(page, 'Lower your hand')).toBeVisible()
  await control(page, 'Leave the meeting').click()
  await expect(page.getByRole('heading', { name: 'You left the meeting' })).toBeVisible()
  await expect(page.getByRole('log', { name: 'Meeting updates' })).toBeEmpty()
})

test('two people in a call write and move a text on its board at once', async ({ stack, openAs }) => {
  const { id } = await meetingSoon(stack, 'draws')
  const { page: tara, person: tutor } = await openAs('tara.draws')
  const { page: stan, person: student } = await openAs('stan.draws')
  await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  for (const page of [tara, stan]) {
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Join the meeting' }).click()
    await control(page, 'Board').click()
    await expect(page.locator('.excalidraw canvas.interactive')).toBeVisible({ timeout: 30_000 })
  }
  const { body } = await tutor.call(boards.ofMeeting, { body: { meetingId: id } })
  const text = async () => (await readBoard(tutor, body.board.id)).find(({ type }) => type === 'text')
  const wrote = (words: string) => expect.poll(async () => (await text())?.text).toBe(words)
  await tara.locator('label:has([data-testid="toolbar-text"])').click()
  await tara.locator('.excalidraw canvas.interactive').click({ position: { x: 500, y: 300 } })
  await expect(tara.locator('.excalidraw-wysiwyg')).toBeFocused()
  await tara.keyboard.type('Heaps')
  await wrote('Heaps')
  const { version, ...before } = (await text())!
  await drawOn(student, body.board.id, [{ ...before, version: Number(version) + 20, x: 300 }])
  await tara.keyboard.type(' and trees')
  await wrote('Heaps and trees')
  for (const page of [tara, stan]) await expect(control(page, 'Leave the meeting')).toBeVisible()
})

test('a call goes on without its board if the board’s code doesn’t come', async ({ stack, openAs }) => {
  const { id } = await meetingSoon(stack, 'unlucky')
  const { page } = await openAs('tara.unlucky')
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
  await page.route('**/assets/*.js', route => route.abort())
  await control(page, 'Board').click()
  const board = page.getByRole('region', { name: 'Board', exact: true })
  await expect(board.getByRole('alert')).toContainText('Check your connection')
  await page.setViewportSize({ width: 844, height: 390 })
  await board.getByRole('button', { name: 'Close the board' }).click()
  await expect(board).toBeHidden()
  await expect(control(page, 'Leave the meeting')).toBeVisible()
})

test('a host hears of people who wait already, and a double click decides about one of them', async ({
  stack,
  openAs,
}) => {
  const owner = await stack.signIn('tess.twice')
  const guests = [await stack.signIn('anna.twice'), await stack.signIn('berta.twice')]
  const session = await makeSession(stack, owner, { rate: '' })
  for (const guest of guests) await enrolIn(session, guest)
  const { id, starts_at } = session.upcoming[0]!
  goTo(stack, starts_at, -5)
  const [, berta] = [await enterMeeting(guests[0]!, id), await enterMeeting(guests[1]!, id)]
  const { page } = await openAs('tess.twice')
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  await expect(page.getByRole('log', { name: 'Meeting updates' })).toHaveText(
    'Anna Twice is waiting to get in',
  )
  const door = page.getByRole('region', { name: 'Waiting to get in' })
  const answer = Promise.race(
    ['admitted', 'refused'].map(event => heard(berta.socket, event).then(() => event)),
  )
  const secondPress = door.evaluate(
    section =>
      new Promise<void>(resolve => {
        const waitForNext = new MutationObserver(() => {
          if (!section.textContent.includes('Berta')) return
          waitForNext.disconnect()
          for (const button of section.querySelectorAll('button'))
            if (button.textContent === 'Decline') button.click()
          resolve()
        })
        waitForNext.observe(section, { childList: true, characterData: true, subtree: true })
      }),
  )
  await door.getByRole('button', { name: 'Decline' }).click()
  await secondPress
  await door.getByRole('button', { name: 'Admit' }).click()
  expect(await answer).toBe('admitted')
})

test('a guest reads that the host muted them, and both that the meeting was canceled', async ({
  stack,
  openAs,
}) => {
  const { id } = await meetingSoon(stack, 'muted')
  const tara = await stack.signIn('tara.muted')
  const { socket: host } = await enterCall(tara, id)
  await tara.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const { page } = await openAs('stan.muted')
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  const shown = heard<Peer>(host, 'peer', peer => peer.state.microphone)
  await page.getByRole('button', { name: 'Join the meeting' }).click()
  const { peer_id } = await shown
  expect(await ask(host, 'mute', { peer_id })).toMatchObject({ ok: true })
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The host muted your microphone.' }),
  ).toBeVisible()
  const counted = page.waitForResponse(response => response.url().includes(meetings.attendance.path))
  await tara.call(bookings.cancel, { body: { bookingId: id, remarks: '' } })
  await expect(page.getByRole('heading', { name: 'This meeting was canceled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rejoin' })).toHaveCount(0)
  expect((await counted).status()).toBe(404)
  await expect(page.getByText('Loading')).toHaveCount(0)
  await expect(page.getByText('This didn’t load')).toHaveCount(0)
  host.disconnect()
})

test('the window of a session’s meeting says when it opens, opens by itself, and stops asking once it is over', async ({
  stack,
  openAs,
}) => {
  const owner = await stack.signIn('tess.early')
  const session = await makeSession(stack, owner, { rate: '' })
  const { id, starts_at, ends_at } = session.upcoming[0]!
  goTo(stack, starts_at, -11)
  const { page } = await openAs('tess.early')
  await tellTime(stack, page)
  await page.goto(`/meeting/live/${id}`)
  await expect(page.getByText('Not open yet')).toBeVisible()
  await expect(page.getByText('10 minutes before it starts. Stay on this page')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Heaps, together' })).toBeVisible()
  goTo(stack, starts_at, -10)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('button', { name: 'Join the meeting' })).toBeVisible()
  goTo(stack, ends_at, 0)
  await page.clock.setSystemTime(stack.clock.now().epochMilliseconds)
  await page.clock.fastForward(10_000)
  await expect(page.getByText('This meeting is over')).toBeVisible()
  let asked = 0
  page.on('request', request => {
    if (request.url().includes(meetings.credentials.path)) asked++
  })
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
})

test('three people of a session meet through the media server, and the host removes one', async ({
  stack,
  openAs,
}) => {
  test.setTimeout(300_000)
  const people = ['Tess Group', 'Lena Group', 'Otto Group']
  const { id, pages } = await groupCall(stack, openAs, ['tess.group', 'lena.group', 'otto.group'])
  const everyoneSeesEveryone = async () => {
    for (const [index, page] of pages.entries()) {
      for (const other of people.filter((_, at) => at !== index))
        await expectPicture(page, `Camera of ${other}`)
    }
  }
  await everyoneSeesEveryone()
  // One connection up and one down, however many people there are.
  for (const page of pages) expect(await connectionsMade(page)).toBeLessThanOrEqual(3)

  await test.step('the database crashes and forgets who is in the call, and all get new places', async () => {
    await stack.restart(async () => void (await stack.db.deleteFrom('meeting_peers').execute()))
    for (const page of pages) await expect(reconnecting(page)).toBeHidden({ timeout: 60_000 })
    await expect.poll(() => seatsIn(stack)).toBe(3)
    await everyoneSeesEveryone()
  })

  await test.step('the call has moved without a word from the old room, and who enters again or anew is in the new one', async () => {
    await stack.db
      .updateTable('meeting_rooms')
      .set(({ eb }) => ({ media_room: eb('media_room', '+', 1) }))
      .where('occurrence_id', '=', id)
      .execute()
    for (const page of pages.slice(0, 2)) {
      const lost = loses(page)
      await closeSocket(page)
      await lost
      await expect(reconnecting(page)).toBeHidden({ timeout: 60_000 })
    }
    await pages[2]!.reload()
    await pages[2]!.getByRole('button', { name: 'Join the meeting' }).click()
    await everyoneSeesEveryone()
  })

  await control(pages[0]!, 'People').click()
  await pages[0]!.getByRole('button', { name: 'Remove Otto Group' }).click()
  await pages[0]!.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(pages[2]!.getByRole('heading', { name: 'The host removed you' })).toBeVisible()
  await expect(tile(pages[1]!, 'Otto Group')).toHaveCount(0)
  for (const page of pages) await page.close()
})

test('the media server of a call dies, and everyone moves to the other automatically', async ({
  stack,
  openAs,
}) => {
  test.setTimeout(300_000)
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
  // Checked at each frame: they may be back within a second.
  const parted = toms.waitForFunction(() => {
    const mia = document.querySelector('[data-person="Mia Moved"]')
    return mia?.textContent.includes('Reconnecting…') && !mia.querySelector('video')
  })
  await stack.mediaServers.find(({ url }) => url === dying)!.close()
  await parted
  // Messages take another path.
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

test('two people who can only be reached through a relay meet there', async ({ stack, openAs }) => {
  test.setTimeout(300_000)
  const { id } = await meetingSoon(stack, 'relay')
  const tara = await stack.signIn('tara.relay')
  await tara.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const pages: Page[] = []
  for (const name of ['tara.relay', 'stan.relay']) {
    const { page } = await openAs(name)
    await watchCalls(page.context(), { relayOnly: true })
    await holdSound(page)
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Join the meeting' }).click()
    pages.push(page)
  }
  await expectPicture(pages[0]!, 'Camera of Stan Relay')
  await expectPicture(pages[1]!, 'Camera of Tara Relay')

  await test.step('a browser that holds the sound back plays it when the person presses a button', async () => {
    const [page] = pages as [Page, Page]
    const button = page.getByRole('button', { name: 'Play sound' })
    await button.click()
    await expect(button).toHaveCount(0)
    await page.waitForFunction(() => document.querySelector('audio')?.paused === false)
  })
})

test('two people of a session who can only be reached through a relay meet at the media server', async ({
  stack,
  openAs,
}) => {
  test.setTimeout(300_000)
  const { pages } = await groupCall(stack, openAs, ['tess.relayed', 'lena.relayed'], context =>
    watchCalls(context, { relayOnly: true }),
  )
  await expectPicture(pages[0]!, 'Camera of Lena Relayed')
  await expectPicture(pages[1]!, 'Camera of Tess Relayed')
})

test('people whose browsers couldn’t answer the media server’s first offer enter again, and see each other', async ({
  stack,
  openAs,
}) => {
  test.setTimeout(300_000)
  const { pages } = await groupCall(stack, openAs, ['tess.offered', 'lena.offered'], async context => {
    await watchCalls(context)
    await context.addInitScript(() => {
      const take = RTCPeerConnection.prototype.setRemoteDescription
      RTCPeerConnection.prototype.setRemoteDescription = async function (description) {
        if (description.type === 'answer') return Reflect.apply(take, this, [description])
        RTCPeerConnection.prototype.setRemoteDescription = take
        throw new Error('not understood')
      }
    })
  })
  await expectPicture(pages[0]!, 'Camera of Lena Offered')
  await expectPicture(pages[1]!, 'Camera of Tess Offered')
})
