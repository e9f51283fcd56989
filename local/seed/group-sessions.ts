import { enrolments } from '#shared/api/enrolments.ts'
import { invitations } from '#shared/api/invitations.ts'
import { sessions } from '#shared/api/sessions.ts'
import type { Weekday } from '#shared/domain/schedule.ts'
import type { Cast } from './front-door.ts'
import { people } from './people.ts'

type Plan = {
  owner: string
  title: string
  description: string
  days: Weekday[]
  from: string
  to: string
  rate: string
  location?: string
  capacity: number
  /** The owner's class that it is about. */
  course: string
  enrolled: string[]
  invited: string[]
}

const plans: Plan[] = [
  {
    owner: 'grace',
    title: 'Linear algebra problem circle',
    description:
      'Four of us and a whiteboard. Bring one problem you’re stuck on, and leave with three you can solve.',
    days: ['tue', 'thu'],
    from: '19:30',
    to: '20:30',
    rate: '12.00',
    capacity: 3,
    course: 'MATH 221',
    enrolled: ['priya'],
    invited: ['maya'],
  },
  {
    owner: 'tomas',
    title: 'Sunday review hour',
    description: 'Bring whatever is still unclear from the week. Come late or leave early if you have to.',
    days: ['sun'],
    from: '15:00',
    to: '16:00',
    rate: '',
    location: 'Library, study room 3',
    capacity: 20,
    course: '',
    enrolled: ['maya', 'aisha'],
    invited: [],
  },
]

/** Plans group sessions in the coming weeks, with people enrolled and invited. */
export async function addGroupSessions(
  cast: Cast,
  /** The CRN of a course at a college. */
  crnOf: (course: string, college: string) => Promise<string>,
): Promise<void> {
  for (const plan of plans) {
    const owner = cast.of(plan.owner)
    const { timeZone: timezone, college } = people.find(person => person.key === plan.owner)!
    const { session } = await owner.call(sessions.create, {
      body: {
        title: plan.title,
        description: plan.description,
        starts_on: Temporal.Now.plainDateISO(timezone).add({ days: 1 }).toString(),
        start_time: plan.from,
        end_time: plan.to,
        timezone,
        rate: plan.rate,
        location: plan.location ?? '',
        capacity: plan.capacity,
        repeat: true,
        repeat_days: plan.days,
        crns: plan.course ? [await crnOf(plan.course, college)] : [],
      },
    })
    for (const key of plan.enrolled) await cast.of(key).call(enrolments.enrol, { body: { id: session.id } })
    if (plan.invited.length === 0) continue
    const invite = plan.invited.map(key => cast.of(key).username)
    await owner.call(invitations.send, { body: { id: session.id, invite } })
  }
}
