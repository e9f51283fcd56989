import type { ScheduleAnswer } from '#shared/api/schedules.ts'
import {
  type DayException,
  emptySchedule,
  formatRange,
  formatSchedule,
  parseRange,
  parseSchedule,
  type Schedule,
  sortRanges,
  type TimeRange,
} from '#shared/domain/schedule.ts'

/** A schedule while it is edited. */
export type Draft = { schedule: Schedule; exceptions: readonly DayException[]; zone: string }

/** A saved schedule as a draft; in a person's own zone while it has none. Dates that are over are left behind. */
export function draftOf(saved: ScheduleAnswer, ownZone: string, now = new Date()): Draft {
  const parsed = parseSchedule(saved.days)
  const zone = saved.time_zone ?? ownZone
  // Yesterday's night may not be over.
  const first = dateIn(zone, new Date(now.getTime() - 24 * 60 * 60 * 1000))
  const exceptions = saved.exceptions
    .filter(({ date }) => date >= first)
    .map(({ date, ranges }) => ({ date, ranges: ranges.map(parseRange).filter(range => range !== null) }))
  return { schedule: 'schedule' in parsed ? parsed.schedule : emptySchedule, exceptions, zone }
}

/** What the call that saves takes of a draft. */
export function bodyOf({ schedule, exceptions, zone }: Draft) {
  return {
    schedule: formatSchedule(schedule),
    exceptions: exceptions.map(({ date, ranges }) => ({ date, ranges: ranges.map(formatRange) })),
    timezone: zone,
  }
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))
}

/** The dates with another one, in order; in place of what they said of it. */
export function withException(
  exceptions: readonly DayException[],
  date: string,
  ranges: readonly TimeRange[],
): DayException[] {
  const others = exceptions.filter(other => other.date !== date)
  return [...others, { date, ranges: sortRanges(ranges) }].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The date ('2026-11-23') that calendars of a zone show. */
export function dateIn(zone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
