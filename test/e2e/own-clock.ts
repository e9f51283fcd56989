import type { Page } from '@playwright/test'
import type { Stack } from '../harness/stack.ts'

export const eastern = 'America/New_York'

/**
 * Moves the server's clock to noon of the Monday before the next clock change in New York; returns the
 * Wednesday after it.
 */
export function goBeforeClockChange({ clock }: Stack): string {
  const change = clock
    .now()
    .add({ hours: 24 * 7 })
    .toZonedDateTimeISO(eastern)
    .getTimeZoneTransition('next')!
  const sunday = change.toPlainDate()
  const noon = sunday.subtract({ days: 6 }).toZonedDateTime({ timeZone: eastern, plainTime: '12:00' })
  clock.advance(clock.now().until(noon.toInstant()))
  return sunday.subtract({ days: 4 }).toString()
}

/** Gives a page the server's time, or that of a device whose clock is some minutes ahead of it; it runs on from there. */
export async function tellTime(stack: Stack, page: Page, minutesAhead = 0) {
  await page.clock.install({ time: stack.clock.now().add({ minutes: minutesAhead }).epochMilliseconds })
}

/** Lets a page's time part from the server's from now on: it no longer sees the `Date` of answers. */
export async function leaveServerTime(page: Page) {
  const hideDates = () => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name)
    }
  }
  await page.addInitScript(hideDates)
  await page.evaluate(hideDates)
}
