import type { Deps } from '#server/deps.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { courses } from '#shared/api/courses.ts'
import { schedules } from '#shared/api/schedules.ts'
import { type OpenRange, realTimeOf } from '#shared/domain/availability.ts'
import { nextDays, numberOf, wallClock, weekdayOf } from '#shared/domain/calendar-days.ts'
import { type Interval, mergeIntervals, subtract } from '#shared/domain/intervals.ts'
import { emptySchedule, formatRange, formatSchedule } from '#shared/domain/schedule.ts'
import { type SlotDay, slotDays, slotWindowDays } from '#shared/domain/slots.ts'
import { isSameZone } from '#shared/domain/time-zone.ts'
import { findByEmail } from '../people/acquainted.ts'
import { findPerson } from '../people/find-person.ts'
import { zoneOf as zoneOfPerson } from '../people/zone-of.ts'
import { freeTutors } from './free-tutors.ts'
import { findOffer } from './offer.ts'
import { extendSlots } from './offered-slots.ts'
import { ownHolds, readSchedule, type StoredSchedule, takenTimes } from './queries.ts'
import { saveSchedule } from './save-schedule.ts'
import { tutorsOfCourse } from './tutors-of-course.ts'

/** When tutors can be booked. */
export function scheduleRoutes(implement: Implement, deps: Deps): void {
  const { db, jobs, now } = deps
  jobs.define('extend-slots', { run: () => extendSlots(deps), every: '* * * * *' })

  implement(schedules.save, async ({ body, login }) => {
    return { status: 'success', schedule: answer(await saveSchedule(deps, login, body)) }
  })

  implement(schedules.own, async ({ query, login }) => {
    const kept = await readSchedule(db, login.userId)
    const zone = zoneOf(query.timezone, kept?.zone)
    return { status: 'success', schedule: answer(kept), slots: kept ? weekOf(kept, zone, now()) : [] }
  })

  implement(schedules.ofPerson, async ({ query, login }) => {
    const personId = await personOf(deps, login, query)
    const kept = personId ? await readSchedule(db, personId) : null
    // A person who reads a time from here books it by their own clock.
    const ownZone = query.timezone === undefined && login ? await zoneOfPerson(db, login.userId) : null
    const zone = zoneOf(query.timezone, ownZone ?? undefined)
    // Also at the times of the caller's other bookings they can't book.
    const people = [personId, login?.userId].filter(id => typeof id === 'string')
    const busy = kept ? await takenTimes(db, people, coming(now())) : []
    // Others see only the taken times within offered hours; the rest of a person's calendar is private.
    const shown = kept && personId !== login?.userId ? withinSlots(kept, zone, busy, now()) : busy
    return {
      status: 'success',
      slots: kept ? slotsOf(kept, zone, now()) : [],
      bookings: shown.map(({ start, end }) => ({ start: isoOf(start), end: isoOf(end) })),
    }
  })

  implement(schedules.tiles, async ({ query, login }) => {
    const offer = await findOffer(db, login.userId, query)
    const zone = zoneOf(query.timezone)
    const calendar = offer.calendar ?? { schedule: emptySchedule, exceptions: [], zone }
    // Also at the times of the caller's other bookings they can't book.
    const busy = await takenTimes(db, [offer.tutorId, login.userId], coming(now()))
    const question = { calendar, busy, viewerZone: zone, now: now() }
    const holds = await ownHolds(db, login.userId, { tutorId: offer.tutorId, now: now() })
    return {
      status: 'success',
      tutor: { name: offer.name, username: offer.username, time_zone: offer.calendar?.zone ?? null },
      days: slotDays(question, query.minutes).map(tilesOf),
      holds: holds.map(hold => ({ ...hold, start: isoOf(hold.start), end: isoOf(hold.end) })),
      refusal: offer.refusal,
    }
  })

  implement(schedules.free, async ({ query, login }) => {
    const { course_id: courseId, max_rate_cents: maxRateCents, cursor } = query
    const window = askedWindow(query, now())
    const { tutors, ...page } = await freeTutors(db, login.userId, { courseId, maxRateCents, window, cursor })
    return { status: 'success', tutors: tutors.map(withIsoSlots), next_cursor: page.cursor }
  })

  implement(courses.tutors, async ({ params, login }) => {
    const tutors = await tutorsOfCourse(db, login?.userId ?? null, params.id, bookableEverywhere(now()))
    return { status: 'success', tutors: tutors.map(withIsoSlots) }
  })
}

async function personOf({ db }: Deps, login: Login | null, query: { username?: string; email?: string }) {
  const viewerId = login?.userId ?? null
  if (query.email !== undefined) return login && findByEmail(db, login, query.email)
  if (query.username === undefined) return viewerId
  try {
    return await findPerson(db, viewerId, query.username)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

function answer(kept: StoredSchedule | null) {
  return {
    days: formatSchedule(kept?.schedule ?? emptySchedule),
    exceptions: (kept?.exceptions ?? []).map(({ date, ranges }) => ({
      date,
      ranges: ranges.map(formatRange),
    })),
    time_zone: kept?.zone ?? null,
    version: kept?.version ?? 0,
  }
}

/** The slots of the next seven days, as wall-clock times in the requested zone. */
function slotsOf(kept: StoredSchedule, zone: string, now: Temporal.Instant) {
  const days = slotDays({ calendar: kept, busy: [], viewerZone: zone, now }, 30)
  return days.flatMap(({ slots }) => slots.map(slot => slotAnswer(slot, zone, kept)))
}

/**
 * Every range of the week on the next of its days, also if part of it has passed or that date has other hours: who builds the week from
 * these and saves it again has changed nothing.
 */
function weekOf(kept: StoredSchedule, zone: string, now: Temporal.Instant) {
  return nextDays(now, kept.zone, slotWindowDays).flatMap(({ date }) =>
    kept.schedule[weekdayOf(numberOf(date))].map(range => {
      const slot = slotAnswer({ ...realTimeOf(date, range, kept.zone), date, range }, zone, kept)
      // Not the moments' times: clocks may change that night.
      const { start: local_start, end: local_end } = range
      const own = isSameZone(zone, kept.zone) && { start_time: local_start, end_time: local_end }
      return { ...slot, local_start, local_end, ...own }
    }),
  )
}

function slotAnswer(slot: OpenRange, zone: string, kept: StoredSchedule) {
  const [start, end] = [wall(slot.start, zone), wall(slot.end, zone)]
  const [localStart, localEnd] = [wall(slot.start, kept.zone), wall(slot.end, kept.zone)]
  return {
    id: `${slot.date} ${slot.range.start}`,
    start: isoOf(slot.start),
    end: isoOf(slot.end),
    day: start.day,
    date: start.date,
    start_time: start.time,
    end_time: end.time,
    zone: kept.zone,
    local_start: localStart.time,
    local_end: localEnd.time,
  }
}

/** The parts of taken times in which the person offers hours. */
function withinSlots(kept: StoredSchedule, zone: string, busy: Interval[], now: Temporal.Instant) {
  const days = slotDays({ calendar: kept, busy: [], viewerZone: zone, now }, 30)
  const offered = mergeIntervals(days.flatMap(({ slots }) => slots))
  return subtract(offered, subtract(offered, busy))
}

function tilesOf({ date, slots }: SlotDay) {
  return {
    date,
    tiles: slots.flatMap(slot =>
      slot.tiles.map(({ start, end, booked }) => ({
        start: isoOf(start),
        end: isoOf(end),
        slot_id: `${slot.date} ${slot.range.start}`,
        booked,
      })),
    ),
  }
}

function withIsoSlots<T extends { slots: Interval[] }>(tutor: T) {
  return { ...tutor, slots: tutor.slots.map(({ start, end }) => ({ start: isoOf(start), end: isoOf(end) })) }
}

/** The part of a viewer's next seven days that a query asks for. */
function askedWindow(
  query: { timezone: string; from?: string; to?: string },
  now: Temporal.Instant,
): Interval {
  const [from, to] = [query.from, query.to].map(iso => (iso === undefined ? null : Date.parse(iso)))
  if (from && to && to <= from) throw invalidField('query.to', 'The end must be after the start.')
  const until = nextDays(now, zoneOf(query.timezone), slotWindowDays).at(-1)!.end
  return { start: Math.max(now.epochMilliseconds, from ?? 0), end: Math.min(until, to ?? until) }
}

/** When people can book in every zone, also where today is almost over or clocks go forward this week. */
function bookableEverywhere(now: Temporal.Instant): Interval {
  const hours = 24 * (slotWindowDays - 1) - 1
  return { start: now.epochMilliseconds, end: now.add({ hours }).epochMilliseconds }
}

/** The requested zone, or a fallback that is known to be valid. */
function zoneOf(asked: string | undefined, otherwise = 'UTC'): string {
  return asked === undefined ? otherwise : askedZone('query.timezone', asked)
}

/** Eight days: seven calendar days of any zone end within them, or an hour after if clocks go back. */
function coming(now: Temporal.Instant) {
  return { start: now.epochMilliseconds, end: now.add({ hours: 24 * 8 + 2 }).epochMilliseconds }
}

function wall(moment: number, zone: string) {
  return wallClock(Temporal.Instant.fromEpochMilliseconds(moment), zone)
}

function isoOf(moment: number): string {
  return isoTime(Temporal.Instant.fromEpochMilliseconds(moment))
}
