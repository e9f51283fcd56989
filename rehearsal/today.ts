import { bookings } from '#shared/api/bookings.ts'
import type { Deal } from './books.ts'
import { halfHourOf } from './cast.ts'
import { freeTimes, planSession, roomFrom } from './deals.ts'
import { mailbox } from './mail.ts'
import { refusalOf } from './person.ts'
import { type Play, say } from './play.ts'

/**
 * The bookings for tomorrow: half an hour at `start`, another right after it, and unanswered ones after that.
 */
export type Plans = Times & {
  honest: Deal
  withoutStudent: Deal
  withoutTutor: Deal
  empty: Deal
  refused: Deal
  circle: Session & { first: Deal; second: Deal; absent: Deal }
  upheld: Deal
  rejected: Deal
  won: Deal
  lost: Deal
  trick: Session & { accomplice: Deal; absent: Deal }
  unanswered: Deal
  late: Deal
}

type Session = Awaited<ReturnType<typeof planSession>>

/** Half hours that everyone has free: four in a row from tomorrow on, and one in a few hours. */
type Times = Record<'start' | 'second' | 'third' | 'fourth' | 'soon', Temporal.Instant>

/** Books, pays, approves, declines, leaves unanswered, holds and releases, and cancels early and late. */
export async function today(play: Play): Promise<Plans> {
  const times = await findTimes(play)
  const first = await bookFirst(play, times)
  const second = await bookSecond(play, times)
  const unanswered = await play.deals.ask(
    plan(play.cast.ivan, play.cast.tomas, times.third, 'that nobody answered'),
  )
  const late = await endBeforehand(play, times)
  await letGo(play, times)
  await nobodyRemindedYet(play)
  return { ...times, ...first, ...second, unanswered, late }
}

async function findTimes({ cast, clock }: Play): Promise<Times> {
  const { grace, tomas, daniel, noah, aisha, priya, kenji, zoe } = cast
  const free = await freeTimes(zoe, [grace, tomas, daniel, noah, aisha, priya, kenji])
  const now = clock.now()
  // Everyone who agreed more than a day ahead gets a reminder a day before.
  const start = roomFrom(free, now.add({ hours: 26 }), 4)
  return {
    start,
    second: start.add({ minutes: 30 }),
    third: start.add({ minutes: 60 }),
    fourth: start.add({ minutes: 90 }),
    soon: roomFrom(free, now.add({ hours: 3 }), 1),
  }
}

/** The bookings of the first half hour, which some, all or none enter. */
async function bookFirst({ cast, deals }: Play, { start }: Times) {
  const { grace, tomas, daniel, noah, aisha, priya } = cast
  const { mia, leo, nina, omar, ivan, ava, ben, cleo } = cast
  const honest = await deals.agree(plan(mia, grace, start, 'that both attended'))
  const withoutStudent = await deals.agree(plan(leo, tomas, start, 'to which only the tutor came'))
  const withoutTutor = await deals.agree(plan(nina, daniel, start, 'to which only the student came'))
  const empty = await deals.agree(plan(omar, noah, start, 'to which nobody came'))
  const refused = await deals.agree(plan(ivan, aisha, start, 'at whose door the student was refused'))
  const session = await planSession(priya, 'Titration circle', start)
  const place = (student: Deal['student'], who: string) =>
    deals.place(student, priya, session.id, `a place in a session of ${priya.name} that ${who}`)
  const circle = {
    ...session,
    first: await place(ava, 'both attended'),
    second: await place(ben, 'both attended'),
    absent: await place(cleo, 'only others attended'),
  }
  return { honest, withoutStudent, withoutTutor, empty, refused, circle }
}

/**
 * The bookings of the second half hour: with reported problems, disputed payments, and a session that nobody
 * enters.
 */
async function bookSecond({ cast, deals }: Play, { second }: Times) {
  const { grace, tomas, daniel, noah, kenji, leo, nina, omar, zoe, ruth, theo } = cast
  const upheld = await deals.agree(plan(nina, grace, second, 'that both attended, with a problem'))
  const rejected = await deals.agree(plan(omar, tomas, second, 'that both attended, with no real problem'))
  const won = await deals.agree(plan(leo, daniel, second, 'that both attended, disputed and won'))
  const lost = await deals.agree(plan(zoe, noah, second, 'that both attended, disputed and lost'))
  const session = await planSession(kenji, 'Compilers, quickly', second)
  const place = (student: Deal['student']) =>
    deals.place(student, kenji, session.id, `a place in a session of ${kenji.name} that nobody entered`)
  const trick = { ...session, accomplice: await place(ruth), absent: await place(theo) }
  return { upheld, rejected, won, lost, trick }
}

/**
 * Bookings that are declined, and canceled in time, late and by the tutor. Returns the late one, whose money
 * is divided.
 */
async function endBeforehand({ cast, deals }: Play, { third, soon }: Times): Promise<Deal> {
  const { grace, daniel, aisha, priya, leo, nina, omar, zoe } = cast
  const declined = await deals.ask(plan(leo, grace, third, 'that was declined'))
  await grace.call(bookings.reject, {
    body: { bookingId: declined.id, remarks: 'I am away then.', terms: true },
  })
  goesBack(declined, 'declined')

  const early = await deals.agree(plan(omar, daniel, third, 'canceled a day before'))
  await omar.call(bookings.cancel, { body: { bookingId: early.id, remarks: '' } })
  goesBack(early, 'cancelled')

  const late = await deals.agree(plan(nina, aisha, soon, 'canceled three hours before'))
  await nina.call(bookings.cancel, { body: { bookingId: late.id, remarks: 'I am ill.' } })
  late.state = 'cancelled'
  // Half of 16.67 is 8.34, rounded in the student's favor.
  late.back = Math.ceil(halfHourOf('aisha') / 2)
  late.tutors = { pending: late.paid - late.back }

  const byTutor = await deals.agree(plan(zoe, priya, third, 'canceled by the tutor'))
  await priya.call(bookings.cancel, { body: { bookingId: byTutor.id, remarks: '' } })
  goesBack(byTutor, 'cancelled')
  return late
}

/** A released hold frees its time at once; an unpaid one after forty minutes. */
async function letGo(play: Play, { fourth }: Times): Promise<void> {
  const { cast, clock, deals } = play
  const { grace, tomas, mia, zoe, ben } = cast
  const unpaid = await deals.hold(plan(zoe, grace, fourth, 'held, and never paid'))
  const givenBack = await deals.hold(plan(mia, tomas, fourth, 'held, and given back'))
  await mia.call(bookings.cancel, { body: { bookingId: givenBack.id, remarks: '' } })
  givenBack.state = 'cancelled'
  await refusalOf('Holding what another holds', deals.hold(plan(ben, grace, fourth, 'that was taken')))

  await play.closeDay('Today, when everything is booked')

  say('Forty minutes later, without a restart: what was held and never paid is free again.')
  await clock.forward({ minutes: 40 })
  unpaid.state = 'expired'
  await play.comesTrue('What Zoe Diaz held and never paid is still taken after forty minutes.', async () => {
    const times = await freeTimes(ben, [grace])
    return times.some(time => time.equals(fourth))
  })
}

/** How the subjects of the reminders a day ahead begin. */
const dayAhead = { meeting: 'Meeting with ', session: 'You’re teaching on ' }

async function nobodyRemindedYet(play: Play): Promise<void> {
  const early = (await mailbox(play.product.mailUrl)).filter(({ subject }) =>
    Object.values(dayAhead).some(begins => subject.startsWith(begins)),
  )
  for (const { to } of early.filter(({ to }) => isStudent(play, to)))
    play.books.wrong(`${to} was reminded more than a day ahead.`)
}

/** Reminders come a day before each of the meetings, to both people, and not earlier. */
export async function reminders(play: Play, { start, second, honest, upheld }: Plans): Promise<void> {
  const { mia, grace, ava, priya, nina } = play.cast
  const dayBefore = (at: Temporal.Instant) => at.subtract({ hours: 24 })
  say('A day before the first meetings, and half an hour later: who is reminded.')
  await play.sleepUntil(dayBefore(start).add({ minutes: 1 }))
  const reminded = (to: { name: string; email: string }, what: string, from: Temporal.Instant) =>
    play.getsMail(
      `${to.name} should be reminded a day ahead: “${what} …”`,
      mail =>
        mail.to === to.email &&
        mail.subject.startsWith(what) &&
        Temporal.Instant.compare(mail.received, dayBefore(from)) >= 0,
    )
  await reminded(honest.student, `${dayAhead.meeting}${grace.name} on`, start)
  await reminded(honest.tutor, `${dayAhead.meeting}${mia.name} on`, start)
  await reminded(ava, `${dayAhead.meeting}${priya.name} on`, start)
  await reminded(priya, dayAhead.session, start)
  const mails = await mailbox(play.product.mailUrl)
  if (
    mails.some(
      ({ to, subject }) => to === nina.email && subject.startsWith(`${dayAhead.meeting}${grace.name}`),
    )
  )
    play.books.wrong(`${nina.name} was reminded of ${upheld.story} more than a day ahead.`)

  await play.sleepUntil(dayBefore(second).add({ minutes: 1 }))
  await reminded(nina, `${dayAhead.meeting}${grace.name} on`, second)
}

/** Everything of a booking belongs to its student again. */
export function goesBack(deal: Deal, state: Deal['state']): void {
  deal.state = state
  deal.back = deal.paid
  deal.tutors = {}
}

function plan(student: Deal['student'], tutor: Deal['tutor'], at: Temporal.Instant, what: string) {
  return { student, tutor, at, story: `a booking with ${tutor.name} ${what}` }
}

function isStudent({ cast }: Play, email: string): boolean {
  return [cast.mia, cast.nina, cast.ava, cast.leo].some(student => student.email === email)
}
