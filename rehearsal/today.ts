import { bookings } from '#shared/api/bookings.ts'
import type { Deal } from './books.ts'
import { halfHourOf } from './cast.ts'
import { freeTimes, planSession, roomFrom } from './lessons.ts'
import { mailbox } from './mail.ts'
import { refusalOf } from './person.ts'
import { type Play, say } from './play.ts'

/** What was agreed for tomorrow: half an hour at `start`, another right after it, and what nobody answers after that. */
export type Plans = Awaited<ReturnType<typeof today>>

/** Everything is booked, paid, approved, declined, left unanswered, held and let go, canceled early and late. */
export async function today(play: Play) {
  const { cast, clock, lessons } = play
  const { grace, tomas, daniel, noah, aisha, priya, kenji } = cast
  const { mia, leo, nina, omar, zoe, ivan, ava, ben, cleo, ruth, theo } = cast
  const free = await freeTimes(zoe, [grace, tomas, daniel, noah, aisha, priya, kenji])
  const now = clock.now()
  // Everyone is reminded a day ahead who agreed before that.
  const start = roomFrom(free, now.add({ hours: 26 }), 4)
  const second = start.add({ minutes: 30 })
  const third = start.add({ minutes: 60 })
  const fourth = start.add({ minutes: 90 })
  const soon = roomFrom(free, now.add({ hours: 3 }), 1)

  const honest = await lessons.agree(lesson(mia, grace, start, 'that both attended'))
  const withoutStudent = await lessons.agree(lesson(leo, tomas, start, 'to which only the tutor came'))
  const withoutTutor = await lessons.agree(lesson(nina, daniel, start, 'to which only the student came'))
  const empty = await lessons.agree(lesson(omar, noah, start, 'to which nobody came'))
  const refused = await lessons.agree(lesson(ivan, aisha, start, 'at whose door the student was refused'))
  const circle = await planSession(priya, 'Titration circle', start)
  const places = {
    first: await lessons.place(
      ava,
      priya,
      circle.id,
      `a place in a session of ${priya.name} that both attended`,
    ),
    second: await lessons.place(
      ben,
      priya,
      circle.id,
      `a place in a session of ${priya.name} that both attended`,
    ),
    absent: await lessons.place(
      cleo,
      priya,
      circle.id,
      `a place in a session of ${priya.name} that only others attended`,
    ),
  }

  const upheld = await lessons.agree(lesson(nina, grace, second, 'that both attended, with a problem'))
  const rejected = await lessons.agree(
    lesson(omar, tomas, second, 'that both attended, with no real problem'),
  )
  const won = await lessons.agree(lesson(leo, daniel, second, 'that both attended, disputed and won'))
  const lost = await lessons.agree(lesson(zoe, noah, second, 'that both attended, disputed and lost'))
  const trick = await planSession(kenji, 'Compilers, quickly', second)
  const tricked = {
    accomplice: await lessons.place(
      ruth,
      kenji,
      trick.id,
      `a place in a session of ${kenji.name} that nobody entered`,
    ),
    absent: await lessons.place(
      theo,
      kenji,
      trick.id,
      `a place in a session of ${kenji.name} that nobody entered`,
    ),
  }

  const unanswered = await lessons.ask(lesson(ivan, tomas, third, 'that nobody answered'))

  const declined = await lessons.ask(lesson(leo, grace, third, 'that was declined'))
  await grace.call(bookings.reject, {
    body: { bookingId: declined.id, remarks: 'I am away then.', terms: true },
  })
  goesBack(declined, 'declined')

  const early = await lessons.agree(lesson(omar, daniel, third, 'canceled a day before'))
  await omar.call(bookings.cancel, { body: { bookingId: early.id, remarks: '' } })
  goesBack(early, 'cancelled')

  const late = await lessons.agree(lesson(nina, aisha, soon, 'canceled three hours before'))
  await nina.call(bookings.cancel, { body: { bookingId: late.id, remarks: 'I am ill.' } })
  late.state = 'cancelled'
  // Half of 16.67 is 8.34 to the student's good.
  late.back = Math.ceil(halfHourOf('aisha') / 2)
  late.tutors = { waiting: late.paid - late.back }

  const byTutor = await lessons.agree(lesson(zoe, priya, third, 'canceled by the tutor'))
  await priya.call(bookings.cancel, { body: { bookingId: byTutor.id, remarks: '' } })
  goesBack(byTutor, 'cancelled')

  const letGo = await lessons.hold(lesson(zoe, grace, fourth, 'held, and never paid'))
  const givenBack = await lessons.hold(lesson(mia, tomas, fourth, 'held, and given back'))
  await mia.call(bookings.cancel, { body: { bookingId: givenBack.id, remarks: '' } })
  givenBack.state = 'cancelled'
  await refusalOf('Holding what another holds', lessons.hold(lesson(ben, grace, fourth, 'that was taken')))

  await play.closeDay('Today, when everything is booked')

  say('Forty minutes later, without a restart: what was held and never paid is free again.')
  await clock.forward({ minutes: 40 })
  letGo.state = 'expired'
  await play.comesTrue('What Zoe Diaz held and never paid is still taken after forty minutes.', async () => {
    const times = await freeTimes(ben, [grace])
    return times.some(time => time.equals(fourth))
  })
  const early24 = (await mailbox(play.product.url)).filter(({ subject }) =>
    /^You (meet|teach) /.test(subject),
  )
  for (const { to } of early24.filter(({ to }) => isStudent(play, to)))
    play.books.wrong(`${to} was reminded more than a day ahead.`)

  return {
    start,
    second,
    third,
    honest,
    withoutStudent,
    withoutTutor,
    empty,
    refused,
    circle: { ...circle, ...places },
    upheld,
    rejected,
    won,
    lost,
    trick: { ...trick, ...tricked },
    unanswered,
    late,
  }
}

/** Reminders come a day before each of the meetings, to both, and not before. */
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
  await reminded(honest.student, `You meet ${grace.name} on`, start)
  await reminded(honest.tutor, `You meet ${mia.name} on`, start)
  await reminded(ava, `You meet ${priya.name} on`, start)
  await reminded(priya, 'You teach on', start)
  const mails = await mailbox(play.product.url)
  if (mails.some(({ to, subject }) => to === nina.email && subject.startsWith(`You meet ${grace.name}`)))
    play.books.wrong(`${nina.name} was reminded of ${upheld.story} more than a day ahead.`)

  await play.sleepUntil(dayBefore(second).add({ minutes: 1 }))
  await reminded(nina, `You meet ${grace.name} on`, second)
}

/** Everything of a booking is its student's again. */
export function goesBack(deal: Deal, state: Deal['state']): void {
  deal.state = state
  deal.back = deal.paid
  deal.tutors = {}
}

function lesson(student: Deal['student'], tutor: Deal['tutor'], at: Temporal.Instant, what: string) {
  return { student, tutor, at, story: `a lesson with ${tutor.name} ${what}` }
}

function isStudent({ cast }: Play, email: string): boolean {
  return [cast.mia, cast.nina, cast.ava, cast.leo].some(student => student.email === email)
}
