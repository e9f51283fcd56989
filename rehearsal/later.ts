import { bookings } from '#shared/api/bookings.ts'
import { payments as calls } from '#shared/api/payments.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { Refusal } from '../local/caller.ts'
import { come, openDoor } from '../local/guests.ts'
import { signInAgain } from './cast.ts'
import { freeTimes, postOf, roomFrom, zone } from './deals.ts'
import type { Person } from './person.ts'
import { type Play, say } from './play.ts'
import { goesBack } from './today.ts'
import { earns, isTo, sit } from './tomorrow.ts'

/** Ignite was off for sixty days: recurring work resumes. */
export async function sixtyDaysLater(play: Play): Promise<void> {
  const { clock, cast } = play
  say('Sixty days without Ignite: whether what repeats goes on.')
  await play.sleepUntil(clock.now().add({ hours: 60 * 24 }))
  await signInAgain(cast)
  const repeating = [
    [cast.grace, 'Linear algebra problem circle'],
    [cast.tomas, 'Sunday review hour'],
  ] as const
  await Promise.all(
    repeating.map(([owner, title]) =>
      play.comesTrue(
        `“${title}” of ${owner.name} repeats each week, and after sixty days of rest has no time to come.`,
        async () => {
          const { sessions: own } = await owner.call(sessions.own, { query: {} })
          const upcoming = own.find(one => one.title === title)?.upcoming ?? []
          return upcoming.some(({ starts_at }) => isAfter(Temporal.Instant.from(starts_at), clock.now()))
        },
      ),
    ),
  )
}

/** The clock jumps while everything runs: five minutes back, as a time server sets it, and a day ahead. */
export async function stepsOfTheClock(play: Play): Promise<void> {
  const { clock, cast, deals } = play
  const { mia, ava, grace, tomas } = cast
  const free = await freeTimes(mia, [grace, tomas])
  const start = roomFrom(free, clock.now().add({ minutes: 20 }), 1)
  say('The clock is set five minutes back, and then a day ahead.')
  const story = (tutor: Person) => `a booking with ${tutor.name} on the day that the clock skipped`
  const first = await deals.agree({ student: mia, tutor: grace, at: start, story: story(grace) })
  await clock.moveTo(start.subtract({ minutes: 3 }))
  const begins = (tutor: Person) => `Your meeting with ${tutor.name} starts at`
  await play.getsMail(
    `${mia.name} should be reminded of a meeting that begins in three minutes.`,
    mail => isAfter(mail.received, start.subtract({ minutes: 10 })) && isTo(mia, begins(grace))(mail),
  )

  await clock.back({ minutes: 5 })
  const second = await deals.agree({ student: ava, tutor: tomas, at: start, story: story(tomas) })
  await play.getsMail(
    `${ava.name} should be reminded of a meeting that begins in eight minutes, although the clock was set five minutes back.`,
    isTo(ava, begins(tomas)),
  )

  await clock.forward({ hours: 24 })
  goesBack(first, 'missed')
  goesBack(second, 'missed')
  await play.closeDay('When the clock had stepped five minutes back, and then a day ahead, without a restart')
}

/**
 * The night in which New York changes its clocks: an hour costs an hour, and times that don't exist are
 * refused.
 */
export async function nightOfTheChange(play: Play): Promise<void> {
  const { clock, cast, deals, books } = play
  const { daniel, omar } = cast
  const change = clock.now().toZonedDateTimeISO(zone).getTimeZoneTransition('next')!
  const day = change.toPlainDate()
  await play.sleepUntil(change.subtract({ hours: 14 }).toInstant())
  await signInAgain(cast)
  const post_id = await postOf(daniel)

  const { days } = await omar.call(schedules.tiles, { query: { post_id, timezone: zone } })
  const tiles = days.find(one => one.date === day.toString())?.tiles ?? []
  const halfHours = day.toZonedDateTime(zone).hoursInDay * 2
  if (tiles.length !== halfHours)
    books.wrong(
      `${day} in New York has ${halfHours} half hours, of which ${daniel.name} is shown ${tiles.length}.`,
    )

  const hour = { student: omar, tutor: daniel, at: change.subtract({ minutes: 30 }).toInstant(), minutes: 60 }
  const through = await deals.agree({
    ...hour,
    story: `an hour with ${daniel.name} through the change of clocks`,
  })
  if (through.paid !== 3000) books.wrong(`${omar.name} paid ${through.paid} cents for an hour of $30.00.`)
  await bookTheHourThatIsnt(play, omar, post_id, change)

  await clock.moveTo(change.subtract({ minutes: 31 }).toInstant())
  await openDoor(daniel, through.id)
  const both = [await come(daniel, through.id), await come(omar, through.id)]
  await clock.moveTo(change.subtract({ minutes: 29 }).toInstant())
  await sit()
  await clock.moveTo(change.add({ minutes: 5 }).toInstant())
  await sit()
  await Promise.all(both.map(guest => guest.leave()))
  earns(through)
  await play.sleepUntil(change.add({ hours: 2 }).toInstant())
  await play.closeDay('After the night in which New York changed its clocks')
}

/**
 * By wall-clock times alone: if they name no time, or two, the answer is a refusal or a booking, never an
 * error.
 */
async function bookTheHourThatIsnt(
  { books }: Play,
  student: Person,
  post_id: string,
  change: Temporal.ZonedDateTime,
): Promise<void> {
  const before = change.subtract({ minutes: 30 })
  const skipped = before.toPlainDateTime().add({ minutes: 60 })
  const wall = (at: Temporal.PlainDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  try {
    const { booking_id } = await student.call(calls.bookSlot, {
      body: {
        post_id,
        date: skipped.toPlainDate().toString(),
        start_time: wall(skipped),
        end_time: wall(skipped.add({ minutes: 30 })),
        timezone: zone,
        terms: true,
      },
    })
    await student.call(bookings.cancel, { body: { bookingId: booking_id, remarks: '' } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status >= 500)
      books.wrong(`Booking ${skipped} in New York, when the clocks change, is a fault: ${error.message}`)
  }
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) >= 0
}
