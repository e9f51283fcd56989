import type { Page } from '@playwright/test'
import type { Stack } from '../harness/stack.ts'
import { test as base } from './fixtures.ts'

/**
 * These tests move the server's clock on by days. A worker of another kind of fixture has a stack of its own, so that nobody
 * else's times move.
 */
export const test = base.extend<object, { ownClock: true }>({
  ownClock: [true, { scope: 'worker', option: true, auto: true }],
})

export const eastern = 'America/New_York'

/** Moves the server's clock to noon of the Monday before the clocks of New York change next; answers the Wednesday after it. */
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

/** Gives a page the server's present; its own time goes on from there. */
export async function tellTime(stack: Stack, page: Page) {
  await page.clock.install({ time: stack.clock.now().epochMilliseconds })
}
