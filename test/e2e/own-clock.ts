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

/** Gives a page the server's time; it runs on from there. */
export async function tellTime(stack: Stack, page: Page) {
  await page.clock.install({ time: stack.clock.now().epochMilliseconds })
}
