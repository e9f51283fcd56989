import { weekdays } from '#shared/domain/schedule.ts'
import type { SlotLength, SlotQuestion, Tile } from '#shared/domain/slots.ts'

/**
 * The picker's tiles computed directly from the definition: Temporal for each boundary, each tile and each
 * day, and a comparison of every tile with every busy interval. For schedules whose ranges end on their own
 * day, on ordinary days.
 */
export function plainSlotDays(
  { calendar, busy, viewerZone, now }: SlotQuestion,
  length: SlotLength,
  count = 7,
): { date: string; tiles: Tile[] }[] {
  const today = now.toZonedDateTimeISO(viewerZone).toPlainDate()
  const days = Array.from({ length: count }, (_, n) => ({
    date: today.add({ days: n }).toString(),
    tiles: [] as Tile[],
  }))
  const first = now.toZonedDateTimeISO(calendar.zone).toPlainDate().subtract({ days: 1 })
  for (let n = 0; n < count + 3; n++) {
    const date = first.add({ days: n })
    for (const range of calendar.schedule[weekdays[date.dayOfWeek - 1]!]) {
      const end = date.toZonedDateTime({ timeZone: calendar.zone, plainTime: range.end }).toInstant()
      let at = date.toZonedDateTime({ timeZone: calendar.zone, plainTime: range.start }).toInstant()
      for (;;) {
        const next = at.add({ minutes: length })
        if (Temporal.Instant.compare(next, end) > 0) break
        const shownOn = at.toZonedDateTimeISO(viewerZone).toPlainDate().toString()
        const day = days.find(one => one.date === shownOn)
        if (day && Temporal.Instant.compare(at, now) >= 0) {
          const tile = { start: at.epochMilliseconds, end: next.epochMilliseconds }
          const booked = busy.some(one => one.start < tile.end && one.end > tile.start)
          day.tiles.push({ ...tile, booked })
        }
        at = next
      }
    }
  }
  return days
}
