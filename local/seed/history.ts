import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { logins } from '#shared/api/logins.ts'
import { payments as calls } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { support } from '#shared/api/support.ts'
import { wallets } from '#shared/api/wallets.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { come, type Guest, openDoor } from '../guests.ts'
import { operator } from '../identity/people.ts'
import { openPayments } from '../payers.ts'
import { banks } from '../payments/bank-accounts.ts'
import { drawBoard, drawMeetingBoard, examWeek, recursionTree, shortestPath } from './boards.ts'
import { book, hours, wholeWeek } from './bookings.ts'
import { type Exchange, exchanges, talk } from './conversations.ts'
import { type Cast, type Person, signIn } from './front-door.ts'
import { type Past, zone } from './past.ts'
import { people } from './people.ts'

export type Story = {
  url: string
  cast: Cast
  past: Past
  /** The ids of posts, by their slugs. */
  posted: Map<string, string>
  /** The CRN of a course at a college. */
  crnOf: (course: string, college: string) => Promise<string>
}

/** `day` counts from the start: yesterday is -1. */
type PlannedBooking = {
  student: string
  day: number
  time: string
  minutes: 30 | 60
  message: string
  /** By default both come. */
  comes?: 'tutor' | 'nobody'
}

/** Samuel Okafor's bookings, which the rehearsal leaves alone. */
const plannedBookings = {
  first: {
    student: 'maya',
    day: -19,
    time: '17:00',
    minutes: 60,
    message: 'I can read recursive code, but I never think of it myself.',
  },
  kenji: { student: 'kenji', day: -17, time: '17:00', minutes: 60, message: 'ハノイの塔から始めたいです。' },
  priya: { student: 'priya', day: -15, time: '17:00', minutes: 30, message: 'Just the stack, please.' },
  noah: {
    student: 'noah',
    day: -13,
    time: '16:00',
    minutes: 60,
    message: 'Trees, before the lab on Friday.',
  },
  missed: {
    student: 'alexandrina',
    day: -9,
    time: '17:00',
    minutes: 30,
    message: 'Is this for someone who has never programmed?',
    comes: 'tutor',
  },
  second: {
    student: 'maya',
    day: -8,
    time: '17:00',
    minutes: 60,
    message: 'Memoization, with the climbing stairs.',
  },
  late: {
    student: 'aisha',
    day: -5,
    time: '17:00',
    minutes: 60,
    message: 'I need to simulate a cell that divides.',
    comes: 'nobody',
  },
  short: {
    student: 'noah',
    day: -4,
    time: '17:00',
    minutes: 30,
    message: 'One question about hash functions.',
  },
  disputed: {
    student: 'kenji',
    day: -3,
    time: '17:00',
    minutes: 60,
    message: 'Backtracking, with the eight queens.',
  },
  questioned: {
    student: 'priya',
    day: -1,
    time: '15:00',
    minutes: 30,
    message: 'Reading other people’s code.',
  },
  third: {
    student: 'maya',
    day: -1,
    time: '17:00',
    minutes: 60,
    message: 'Can we draw the call tree of merge sort?',
  },
} as const satisfies Record<string, PlannedBooking>
type BookingName = keyof typeof plannedBookings

type Step = { at: Temporal.Instant; act: () => Promise<unknown> }

/**
 * Three weeks of a tutor and his students: bookings, a group, money in every state, and what they wrote to each
 * other. Each call is made at its time, as by the person who makes it.
 */
export async function addHistory(story: Story): Promise<void> {
  const booked: Booked = new Map()
  const steps = [
    ...beginnings(story),
    ...bookingSteps(story, booked),
    ...groupSteps(story),
    ...moneySteps(story, booked),
    ...pastimes(story, booked),
    ...plans(story),
    ...evenings(story),
  ].sort((a, b) => Temporal.Instant.compare(a.at, b.at))
  for (const atOnce of Map.groupBy(steps, ({ at }) => at.epochMilliseconds).values()) {
    await story.past.moveTo(atOnce[0]!.at)
    await Promise.all(atOnce.map(({ act }) => act()))
  }
}

type Booked = Map<BookingName, { id: string; checkout: string }>

/** Follows, and a login for everyone that isn't forgotten: it ends after a week without use. */
function beginnings({ cast, past }: Story): Step[] {
  const everyone = people.map(({ key }) => cast.of(key))
  const comeBack = () => Promise.all(everyone.map(person => person.call(logins.read, {})))
  const follow = () =>
    Promise.all(
      people.map(async person => {
        for (const key of person.follows)
          await cast.of(person.key).call(follows.follow, { body: { username: cast.of(key).username } })
      }),
    )
  return [
    { at: past.at(-20, '09:30'), act: follow },
    ...[-15, -9, -3].map(day => ({ at: past.at(day, '08:00'), act: comeBack })),
  ]
}

function bookingSteps(story: Story, booked: Booked): Step[] {
  const { cast, past } = story
  const samuel = cast.of('samuel')
  return Object.entries(plannedBookings).flatMap(([name, planned]: [string, PlannedBooking]) => {
    const start = past.at(planned.day, planned.time)
    const inside: Guest[] = []
    const agree = async () => {
      booked.set(name as BookingName, await agreeOn(story, { ...planned, start }))
    }
    const enter = async () => {
      const { id } = booked.get(name as BookingName)!
      await openDoor(samuel, id)
      const coming = planned.comes === 'tutor' ? [samuel] : [samuel, cast.of(planned.student)]
      inside.push(...(await Promise.all(coming.map(who => come(who, id)))))
    }
    const leave = () => Promise.all(inside.map(guest => guest.leave()))
    return [
      { at: past.at(planned.day - 1, '12:00'), act: agree },
      ...(planned.comes === 'nobody'
        ? []
        : [
            { at: start.subtract({ minutes: 2 }), act: enter },
            { at: start.add({ minutes: planned.minutes - 3 }), act: leave },
          ]),
    ]
  })
}

/** At the end of each day with meetings: who came, what was earned, and whom to tell. */
function evenings({ past }: Story): Step[] {
  const days = new Set(
    [...Object.values(plannedBookings), ...times].map(({ day }) => day).filter(day => day < 0),
  )
  return [...days].map(day => ({ at: past.at(day, '21:30'), act: past.settle }))
}

type Agreed = { student: string; start: Temporal.Instant; minutes: number; message: string; answer?: 'none' }

/** A booking with Samuel, paid and, unless it gets no answer, accepted. */
async function agreeOn(story: Story, { student, answer, ...wanted }: Agreed) {
  const { cast, posted, url } = story
  const made = await book(url, cast.of(student), { post: posted.get('recursion')!, zone, ...wanted })
  if (answer !== 'none') {
    const body = { bookingId: made.id, remarks: 'Bring the code that confuses you.', terms: true as const }
    await cast.of('samuel').call(bookings.approve, { body })
  }
  return made
}

const times = [
  { day: -13, places: ['maya', 'kenji', 'priya'], come: ['maya', 'kenji', 'priya'] },
  { day: -6, places: ['maya', 'noah', 'kenji'], come: ['maya', 'noah'] },
  { day: 1, places: ['maya', 'noah'], come: [] },
]

/** A group that meets every week, with places paid and used, and one paid for nothing. */
function groupSteps({ cast, past, url, crnOf }: Story): Step[] {
  const samuel = cast.of('samuel')
  const payments = openPayments(url)
  let session = ''
  const plan = async () => {
    const first = past.at(times[0]!.day, '19:00').toZonedDateTimeISO(zone)
    const { session: made } = await samuel.call(sessions.create, {
      body: {
        title: 'Recursion circle',
        description: 'One problem an evening, on the whiteboard, until everyone has drawn its call tree.',
        starts_on: first.toPlainDate().toString(),
        start_time: '19:00',
        end_time: '20:00',
        timezone: zone,
        rate: '10.00',
        capacity: 3,
        repeat: true,
        repeat_days: [weekdays[first.dayOfWeek - 1]!],
        crns: [await crnOf('CS 101', 'Riverbend State University')],
      },
    })
    session = made.id
    for (const key of ['maya', 'kenji', 'priya', 'noah'])
      await cast.of(key).call(enrolments.enrol, { body: { id: session } })
    await samuel.call(invitations.send, { body: { id: session, invite: [cast.of('alexandrina').username] } })
  }
  const next = async () =>
    (await samuel.call(sessions.get, { query: { id: session } })).session.upcoming[0]!.id
  const pay = async (key: string, occurrence_id: string) => {
    const body = { session_id: session, occurrence_id, timezone: zone, terms: true as const }
    const held = await cast.of(key).call(calls.bookSession, { body })
    await payments.pay(held.url, cast.of(key))
    await cast.of(key).call(bookings.get, { params: { id: held.booking_id }, query: {} })
  }
  const meetings = times.flatMap(({ day, places, come: coming }) => {
    const start = past.at(day, '19:00')
    const inside: Guest[] = []
    let occurrence = ''
    const reserve = async () => {
      occurrence = await next()
      await Promise.all(places.map(key => pay(key, occurrence)))
    }
    const enter = async () => {
      await openDoor(samuel, occurrence)
      const everyone = [samuel, ...coming.map(cast.of)]
      inside.push(...(await Promise.all(everyone.map(who => come(who, occurrence)))))
    }
    const leave = () => Promise.all(inside.map(guest => guest.leave()))
    return [
      { at: past.at(Math.min(day, 0) - 1, '12:30'), act: reserve },
      ...(coming.length === 0
        ? []
        : [
            { at: start.subtract({ minutes: 2 }), act: enter },
            { at: start.add({ minutes: 57 }), act: leave },
          ]),
    ]
  })
  return [{ at: past.at(-20, '10:00'), act: plan }, ...meetings]
}

/** A payout account, withdrawals, refunds of four kinds, a dispute, and a problem nobody has decided on. */
function moneySteps({ cast, past, url, posted }: Story, booked: Booked): Step[] {
  const samuel = cast.of('samuel')
  const payments = openPayments(url)
  const becomePayable = async () => {
    await samuel.call(wallets.create, { body: { terms: true } })
    await samuel.call(payouts.create, {})
    const { client_secret } = await samuel.call(payouts.openSession, { body: {} })
    await payments.onboard(client_secret, samuel, banks.good)
    await samuel.call(payouts.refresh, {})
  }
  const withdraw = (amount: string) => async () => {
    // Here, jobs don't run every minute but each evening: what was earned 48 hours before one may be available only
    // moments after it.
    await samuel.call(bookings.settle, {})
    await samuel.call(wallets.withdraw, { body: { id: crypto.randomUUID(), amount, confirm: true } })
  }
  const report = (name: BookingName, reason: 'short' | 'technical', details: string) => async () => {
    const body = { bookingId: booked.get(name)!.id, reason, details }
    const student = cast.of(plannedBookings[name].student)
    await student.call(bookings.settle, {})
    await student.call(bookings.reportProblem, { body })
  }
  const refund = async () => {
    const robin = await signIn(url, operator.name, operator.email)
    await robin.call(profiles.welcome, {})
    const reason = 'The attendance shows that the connection dropped early, so you get a full refund.'
    await robin.call(admin.settleProblem, {
      body: { bookingId: booked.get('short')!.id, outcome: 'all', reason },
    })
  }
  const cancelLate = () =>
    cast.of('aisha').call(bookings.cancel, {
      body: { bookingId: booked.get('late')!.id, remarks: 'My lab is running late today. I’m sorry.' },
    })
  const beDeclined = async () => {
    const [maya, daniel] = [cast.of('maya'), cast.of('daniel')]
    const post = posted.get('supply-demand')!
    const { days } = await maya.call(schedules.tiles, { query: { post_id: post, timezone: zone } })
    const start = Temporal.Instant.from(days.flatMap(({ tiles }) => tiles).at(-1)!.start)
    const message = 'What is elasticity good for?'
    const { id } = await book(url, maya, { post, zone, start, minutes: 30, message })
    const body = { bookingId: id, remarks: 'I’m at a conference that week.', terms: true as const }
    await daniel.call(bookings.reject, { body })
  }
  return [
    { at: past.at(-18, '10:00'), act: becomePayable },
    { at: past.at(-11, '10:00'), act: withdraw('75.00') },
    { at: past.at(-10, '12:00'), act: beDeclined },
    { at: past.at(-5, '13:00'), act: cancelLate },
    {
      at: past.at(-4, '19:00'),
      act: report('short', 'short', 'We lost the connection after a few minutes.'),
    },
    { at: past.at(-3, '10:00'), act: refund },
    { at: past.at(-1, '18:30'), act: withdraw('95.00') },
    {
      at: past.at(-1, '19:30'),
      act: report('questioned', 'technical', 'I could see him, but there was no sound for ten minutes.'),
    },
    { at: past.at(-1, '20:00'), act: () => payments.dispute(booked.get('disputed')!.checkout) },
  ]
}

/** Boards, conversations, alerts that were read, and what operators have to look at. */
function pastimes({ cast, past, posted }: Story, booked: Booked): Step[] {
  const maya = cast.of('maya')
  const readAlerts = async (person: Person) => {
    const { seen } = await person.call(alerts.list, { query: {} })
    await person.call(alerts.markAll, { body: { seen } })
  }
  const complain = async () => {
    const body = { post_id: posted.get('cycle-picture')!, reason: 'copyright' as const }
    const details = 'This is the poster of our textbook, chapter 12.'
    await cast.of('noah').call(reports.create, { body: { ...body, details } })
    const message = 'Can I see which of my notes get read the most?'
    await cast.of('priya').call(support.send, { body: { category: 'other', message } })
  }
  return [
    { at: past.at(-12, '15:00'), act: () => drawBoard(maya, 'Dijkstra, step by step', shortestPath) },
    { at: past.at(-2, '18:00'), act: () => drawBoard(maya, 'Exam week', examWeek) },
    {
      at: past.at(-1, '17:30'),
      act: () => drawMeetingBoard(cast.of('samuel'), booked.get('third')!.id, recursionTree),
    },
    ...exchanges.map((exchange: Exchange) => ({
      at: past.at(exchange.day, exchange.time),
      act: () => talk(cast, exchange),
    })),
    { at: past.at(-2, '09:00'), act: () => Promise.all([maya, cast.of('samuel')].map(readAlerts)) },
    { at: past.at(-2, '11:00'), act: complain },
  ]
}

/** What is to come: a booking that begins soon, one in two days, and requests without an answer. */
function plans(story: Story): Step[] {
  const { cast, past } = story
  const soon = soonAfter(Temporal.Now.instant())
  const makeTime = async () => {
    const schedule = wholeWeek(hours.samuel)
    const { date, ranges } = hoursAround(soon)
    await cast
      .of('samuel')
      .call(schedules.save, { body: { schedule, exceptions: [{ date, ranges }], timezone: zone } })
    await agreeOn(story, { student: 'maya', start: soon, minutes: 30, message: 'Ten minutes on quicksort?' })
  }
  const later = async () => {
    const [start, request, other] = [past.at(2, '17:00'), past.at(3, '16:00'), past.at(4, '17:00')]
    await agreeOn(story, { student: 'kenji', start, minutes: 60, message: '動的計画法をもう一度。' })
    const message = 'I missed our first lesson. Can we try again?'
    await agreeOn(story, { student: 'alexandrina', start: request, minutes: 30, message, answer: 'none' })
    const again = 'The cell simulation again, this time without a lab right before.'
    await agreeOn(story, { student: 'aisha', start: other, minutes: 60, message: again, answer: 'none' })
  }
  return [
    { at: past.at(-1, '10:00'), act: makeTime },
    { at: past.at(-1, '13:00'), act: later },
  ]
}

/** The next five minutes on the clock with time enough to look around before. */
function soonAfter(now: Temporal.Instant): Temporal.Instant {
  const step = 5 * 60_000
  const at = now.add({ minutes: 15 }).epochMilliseconds
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(at / step) * step)
}

/** Samuel's hours on the day of a booking that may be outside of his week's. */
function hoursAround(start: Temporal.Instant): { date: string; ranges: string[] } {
  const from = start.toZonedDateTimeISO(zone)
  const until = from.add({ minutes: 30 })
  const wall = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  const taken = `${wall(from)} - ${wall(until)}`
  const isOver = !until.toPlainDate().equals(from.toPlainDate()) || wall(until) >= '21:00'
  const rest = isOver ? [] : [`${wall(until) > '15:00' ? wall(until) : '15:00'} - 21:00`]
  return { date: from.toPlainDate().toString(), ranges: [taken, ...rest] }
}
