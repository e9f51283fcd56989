/**
 * Target T1: a page of slots, seven days with three ranges a day in 30-minute tiles, seen from another zone, with 0, 50 and
 * 500 busy intervals; and 365 days of them. Against the same page worked out straight by Temporal, tile by tile.
 * `node bench/slots.ts`.
 */
import assert from 'node:assert/strict'
import { emptySchedule, parseRange } from '#shared/domain/schedule.ts'
import { copyToAllDays } from '#shared/domain/schedule-edits.ts'
import { type SlotQuestion, slotDays } from '#shared/domain/slots.ts'
import { mix, range } from '../test/factories/made-up.ts'
import { pairs } from './lib/ratio.ts'
import { plainSlotDays } from './reference/slots.ts'

const minute = 60_000
const now = Temporal.Instant.from('2026-11-20T15:07:00Z')
const ranges = ['09:00 - 12:00', '13:30 - 16:00', '18:00 - 21:30'].map(text => parseRange(text)!)
const calendar = {
  schedule: copyToAllDays({ ...emptySchedule, mon: ranges }, 'mon'),
  exceptions: [],
  zone: 'America/New_York',
}

/** A page of slots with so many busy half hours strewn over a week. */
function page(busy: number): SlotQuestion {
  return {
    calendar,
    busy: range(0, busy).map(n => {
      const start = now.epochMilliseconds + (mix(n) % (7 * 24 * 60)) * minute
      return { start, end: start + 30 * minute }
    }),
    viewerZone: 'America/Los_Angeles',
    now,
  }
}

const pages = [0, 50, 500].map(busy => ({ busy, asked: page(busy) }))
const beginning = performance.now()
now.toZonedDateTimeISO('UTC').toPlainDate()
const zonesRead = performance.now()
slotDays(pages[1]!.asked, 30)
console.log(
  `T1 the first page in a process: ${(performance.now() - zonesRead).toFixed(2)} ms (target ≤ 1), after ${(zonesRead - beginning).toFixed(2)} ms in which Node first reads its zone data`,
)

for (const { busy, asked } of pages) {
  const ours = slotDays(asked, 30).map(({ date, slots }) => ({
    date,
    tiles: slots.flatMap(({ tiles }) => tiles),
  }))
  assert.deepEqual(ours, plainSlotDays(asked, 30))
  const both = await pairs(
    5,
    each(500, () => slotDays(asked, 30)),
    each(20, () => plainSlotDays(asked, 30)),
  )
  console.log(
    `T1 a page with ${busy} busy: ${both.a.toFixed(3)} ms (target ≤ 0.2); ÷ straight by Temporal: ${both.ratio.toFixed(3)} (${both.b.toFixed(2)} ms)`,
  )
}

const { asked } = pages[2]!
const long = await pairs(
  5,
  each(20, () => slotDays(asked, 30, 365)),
  each(3, () => plainSlotDays(asked, 30, 365)),
)
console.log(
  `T1 365 days: ${long.a.toFixed(2)} ms (target ≤ 10); ÷ straight by Temporal: ${long.ratio.toFixed(4)} (${long.b.toFixed(0)} ms)`,
)

/** Milliseconds of one run, over so many. */
function each(runs: number, run: () => unknown): () => Promise<number> {
  return async () => {
    const start = performance.now()
    for (let n = 0; n < runs; n++) run()
    return (performance.now() - start) / runs
  }
}
