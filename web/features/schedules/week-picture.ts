import { minutesOf, type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'

/** A part of a day in the picture of the week, as fractions of the day's height. */
export type Bar = { from: number; to: number }

const day = 24 * 60

/** What to draw for each day; a range across midnight continues at the top of the next. */
export function barsOf(schedule: Schedule): Record<Weekday, Bar[]> {
  const bars: Record<Weekday, Bar[]> = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  for (const [index, weekday] of weekdays.entries()) {
    for (const range of schedule[weekday]) {
      const { start, end } = minutesOf(range)
      bars[weekday].push({ from: start / day, to: Math.min(end, day) / day })
      const next = weekdays[(index + 1) % weekdays.length]!
      if (end > day) bars[next].push({ from: 0, to: (end - day) / day })
    }
  }
  return bars
}
