import assert from 'node:assert/strict'
import { emptySchedule, parseRange } from '#shared/domain/schedule.ts'
import { copyToAllDays } from '#shared/domain/schedule-edits.ts'
import { type SlotQuestion, slotDays } from '#shared/domain/slots.ts'
import { mix, range } from '../test/factories/made-up.ts'
import { pairs } from './lib/ratio.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
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

export const slotTargets: Record<string, Measured> = {
  T1: {
    asks: 'A page of slots (7 days, 3 ranges a day, seen from another zone, 0, 50 or 500 busy times) takes ≤ 0.2 ms warm and ≤ 1 ms cold; 365 days take ≤ 10 ms',
    reference: 'the same page straight by Temporal, tile by tile',
    run: slotPages,
  },
}

async function slotPages(run: Run): Promise<void> {
  const pages = [0, 50, 500].map(busy => ({ busy, asked: page(busy) }))
  const beginning = performance.now()
  now.toZonedDateTimeISO('UTC').toPlainDate()
  const zonesRead = performance.now()
  slotDays(pages[1]!.asked, 30)
  const first = performance.now() - zonesRead
  bounded(
    run,
    'the first page of a process, ms',
    first,
    '≤ 1',
    `after ${(zonesRead - beginning).toFixed(1)} ms in which Node reads its zones`,
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
    bounded(run, `a page with ${busy} busy, ms`, both.a, '≤ 0.2', `${both.ratio.toFixed(3)} × Temporal`)
  }
  const { asked } = pages[2]!
  const long = await pairs(
    5,
    each(20, () => slotDays(asked, 30, 365)),
    each(3, () => plainSlotDays(asked, 30, 365)),
  )
  bounded(run, '365 days, ms', long.a, '≤ 10', `${long.ratio.toFixed(4)} × Temporal`)
}

/** Milliseconds of one run, over so many. */
function each(runs: number, run: () => unknown): () => Promise<number> {
  return async () => {
    const start = performance.now()
    for (let n = 0; n < runs; n++) run()
    return (performance.now() - start) / runs
  }
}
