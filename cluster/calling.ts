import { chromium, type Page } from '@playwright/test'
import { meetings } from '#shared/api/meetings.ts'
import { findBrowser } from '../scripts/browser.ts'
import { enrolIn } from '../test/factories/enrolments.ts'
import { makeSession } from '../test/factories/sessions.ts'
import { createClock } from '../test/harness/clock.ts'
import type { Person } from '../test/harness/person.ts'
import { openSignedIn } from './signed-in.ts'
import type { Cluster } from './start.ts'

/** Two people who see each other in a call. */
export type Calling = {
  /** The longest time for which one of them saw no new picture of the other, since the last `reset`. */
  frozenMs(): Promise<number>
  reset(): Promise<void>
  /** Returns for how many seconds one of them was in the call and didn't count as there, which the payment depends on. */
  end(): Promise<number>
}

/** What a page has, which the types of Node don't know. */
type InPage = {
  watch: { frozenMs: number }
  document: {
    querySelector(selector: string): { getVideoPlaybackQuality(): { totalVideoFrames: number } } | null
  }
}

/** Two people in Chromium, with its fake cameras, whose pictures never stop moving. */
export async function openCall(cluster: Cluster): Promise<Calling> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream=fps=10',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // Chromium's headless shell hides addresses behind names of the local network, which nobody can look up here.
      '--disable-features=WebRtcHideLocalIpsWithMdns',
    ],
  })
  const [tara, stan] = [await cluster.stack.signIn('tara.call'), await cluster.stack.signIn('stan.call')]
  const id = await meetingSoon(tara, stan)
  const pages: Page[] = []
  for (const person of [tara, stan]) {
    const context = await openSignedIn(browser, cluster.url, person, {
      serviceWorkers: 'block',
      viewport: { width: 800, height: 600 },
    })
    const page = await context.newPage()
    await page.goto(`/meeting/live/${id}`)
    await page.getByRole('button', { name: 'Join the meeting' }).click()
    pages.push(page)
  }
  await watch(pages[0]!, 'stan.call')
  await watch(pages[1]!, 'tara.call')
  const since = performance.now()
  return {
    async frozenMs() {
      const both = pages.map(page => page.evaluate(() => (globalThis as unknown as InPage).watch.frozenMs))
      return Math.max(...(await Promise.all(both)))
    },
    async reset() {
      for (const page of pages)
        await page.evaluate(() => {
          ;(globalThis as unknown as InPage).watch.frozenMs = 0
        })
    },
    async end() {
      const { body } = await tara.call(meetings.attendance, { query: { bookingId: id } })
      const seconds = (performance.now() - since) / 1000
      await browser.close()
      return Math.max(0, ...body.people.map(person => seconds - person.seconds))
    },
  }
}

/** A session's meeting that is open already. */
async function meetingSoon(owner: Person, guest: Person): Promise<string> {
  const soon = Temporal.Now.instant().add({ minutes: 2 })
  // A session ends on the day on which it starts.
  const timezone = ['America/New_York', 'Pacific/Honolulu'].find(
    zone => soon.toZonedDateTimeISO(zone).hour < 22,
  )!
  const start = soon.toZonedDateTimeISO(timezone)
  const wall = (moment: Temporal.ZonedDateTime) => moment.toPlainTime().toString({ smallestUnit: 'minute' })
  const session = await makeSession({ clock: createClock() }, owner, {
    starts_on: start.toPlainDate().toString(),
    start_time: wall(start),
    end_time: wall(start.add({ hours: 1 })),
    rate: '',
    timezone,
  })
  await enrolIn(session, guest)
  const { id } = session.upcoming[0]!
  await owner.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  return id
}

/** Looks ten times a second whether there is a new picture of somebody, from the first one on. */
async function watch(page: Page, name: string): Promise<void> {
  const picture = `video[aria-label="Camera of ${name}"]`
  await page.waitForFunction(picture => {
    const video = (globalThis as unknown as InPage).document.querySelector(picture)
    return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0
  }, picture)
  await page.evaluate(picture => {
    const watch = { frozenMs: 0 }
    const { document } = Object.assign(globalThis, { watch }) as unknown as InPage
    let [frames, at] = [0, performance.now()]
    setInterval(() => {
      const shown = document.querySelector(picture)?.getVideoPlaybackQuality().totalVideoFrames ?? frames
      const now = performance.now()
      watch.frozenMs = Math.max(watch.frozenMs, now - at)
      if (shown !== frames) [frames, at] = [shown, now]
    }, 100)
  }, picture)
}
