import type { Interval } from '#shared/domain/intervals.ts'

type Times = {
  date: string
  start_time: string
  end_time: string
  start?: string | undefined
  end?: string | undefined
}

/**
 * The time a call of bookslot means: its instants where given, else its wall times in the zone, where an end that isn't after
 * the start is on the next day. Null where they name no time.
 */
export function runOf({ date, start_time, end_time, start, end }: Times, zone: string): Interval | null {
  try {
    if (start && end) {
      return { start: Date.parse(start), end: Date.parse(end) }
    }
    const day = Temporal.PlainDate.from(date)
    const endDay = end_time > start_time ? day : day.add({ days: 1 })
    const moment = (on: Temporal.PlainDate, time: string) =>
      on.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
    return { start: moment(day, start_time), end: moment(endDay, end_time) }
  } catch {
    return null
  }
}
