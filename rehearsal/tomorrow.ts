import { setTimeout as pause } from 'node:timers/promises'
import { meetings } from '#shared/api/meetings.ts'
import { beRefused, come, type Guest, knock, openDoor, pretendToCome } from '../local/guests.ts'
import type { Deal } from './books.ts'
import type { Person } from './person.ts'
import { type Play, say } from './play.ts'
import { goesBack, type Plans } from './today.ts'

/**
 * The meetings take place: who comes, who doesn't, who only requests a pass, and a server that is killed in
 * the middle.
 */
export async function tomorrow(play: Play, plans: Plans): Promise<void> {
  await play.sleepUntil(plans.start.subtract({ minutes: 9 }))
  const { mia, grace } = play.cast
  const begins = (other: Person) => `Your meeting with ${other.name} starts at`
  await play.getsMail(`${mia.name} should be reminded ten minutes ahead.`, isTo(mia, begins(grace)))
  await play.getsMail(`${grace.name} should be reminded ten minutes ahead.`, isTo(grace, begins(mia)))
  await firstHalfHour(play, plans)
  await secondHalfHour(play, plans)
}

async function firstHalfHour(play: Play, plans: Plans): Promise<void> {
  const { honest, withoutStudent, withoutTutor, empty, refused, circle } = plans
  const { clock, cast } = play
  say(
    'The first half hour: one booking as it should be, four that aren’t, and a group of three with one absent.',
  )
  const teacher = await come(honest.tutor, honest.id)
  const student = await knock(honest.student, teacher, honest.id)
  const lonelyTutor = await come(withoutStudent.tutor, withoutStudent.id)
  const lonelyStudent = await come(withoutTutor.student, withoutTutor.id)
  const strict = await come(refused.tutor, refused.id)
  await beRefused(refused.student, strict, refused.id)
  const group = await gatherIn(circle.occurrence, cast.priya, [cast.ava, cast.ben])
  await clock.moveTo(plans.start.add({ minutes: 2 }))
  await sit()
  await clock.forward({ minutes: 9 })
  await sit()
  await Promise.all([teacher, student, lonelyTutor, lonelyStudent, strict, ...group].map(one => one.leave()))

  earns(honest)
  goesBack(withoutStudent, 'missed')
  goesBack(withoutTutor, 'missed')
  goesBack(empty, 'missed')
  goesBack(refused, 'missed')
  earns(circle.first)
  earns(circle.second)
  goesBack(circle.absent, 'missed')
}

async function secondHalfHour(play: Play, plans: Plans): Promise<void> {
  const { upheld, rejected, won, lost, trick, unanswered, second } = plans
  const { clock, cast, product } = play
  say(
    'The second half hour: four bookings, two accomplices who only ask for passes, and kill -9 in the middle.',
  )
  await clock.moveTo(second.subtract({ minutes: 1 }))
  const taught = [upheld, rejected, won, lost]
  for (const { tutor, id } of taught) await openDoor(tutor, id)
  await Promise.all(taught.map(meet))
  const pretend = async () => {
    for (const who of [cast.kenji, cast.ruth]) await pretendToCome(who, trick.occurrence)
  }
  await pretend()
  await clock.moveTo(second.add({ minutes: 1 }))
  await sit()
  await pretend()
  await clock.forward({ minutes: 6 })
  await sit()
  await pretend()
  await product.kill()
  await product.start()
  const back = (await Promise.all(taught.map(meet))).flat()
  await pretend()
  await clock.forward({ minutes: 6 })
  await sit()
  await Promise.all(back.map(guest => guest.leave()))

  for (const deal of taught) earns(deal)
  goesBack(trick.accomplice, 'missed')
  goesBack(trick.absent, 'missed')
  goesBack(unanswered, 'lapsed')
}

async function meet({ tutor, student, id }: Deal): Promise<Guest[]> {
  return [await come(tutor, id), await come(student, id)]
}

/** A host with an open door, and guests who enter through it. */
async function gatherIn(meeting: string, host: Person, guests: Person[]): Promise<Guest[]> {
  await host.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } })
  const inside: Guest[] = []
  for (const who of [host, ...guests]) inside.push(await come(who, meeting))
  return inside
}

/** Until the server has reported again who is there: every five seconds. */
export async function sit(): Promise<void> {
  await pause(6_500)
}

/** No refund: the price waits in the tutor's wallet. */
export function earns(deal: Deal): void {
  deal.state = 'completed'
  deal.back = 0
  deal.tutors = { pending: deal.paid }
}

export function isTo({ email }: Person, subject: string) {
  return (mail: { to: string; subject: string }) => mail.to === email && mail.subject.startsWith(subject)
}
