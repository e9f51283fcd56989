import { invalidField } from '#server/platform/http/problem.ts'
import { isRepeated, realTimeOf } from '#shared/domain/availability.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import { isTime } from '#shared/domain/schedule.ts'

type Times = {
  date: string
  start_time: string
  end_time: string
  start?: string | undefined
  end?: string | undefined
}

/**
 * The time that a bookslot call means: its instants if given, otherwise its wall-clock times in the zone,
 * read like those of slots. Refuses what no slot can be: the database has no range that ends before it
 * begins.
 */
export function wantedRun({ date, start_time, end_time, start, end }: Times, zone: string): Interval {
  if (start && end) {
    const run = { start: Date.parse(start), end: Date.parse(end) }
    if (!(run.end > run.start)) throw invalidField('body.end', 'The end must be after the start.')
    return run
  }
  if (!isTime(start_time) || !isTime(end_time)) {
    throw invalidField('body.start_time', 'No slot has been selected')
  }
  return runOfWallTimes(date, { start: start_time, end: end_time }, zone)
}

function runOfWallTimes(date: string, range: { start: string; end: string }, zone: string): Interval {
  if (isRepeated(date, range, zone)) {
    throw invalidField(
      'body.start_time',
      'Clocks go back that night and show this time twice. Say which one you mean with `start` and `end`.',
    )
  }
  const run = realTimeOf(date, range, zone)
  if (run.end > run.start) return run
  throw invalidField('body.start_time', 'Clocks skip this time that night. Choose another one.')
}
