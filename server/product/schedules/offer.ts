import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { minutesOf } from '#shared/domain/schedule.ts'
import { slotLengths } from '#shared/domain/slots.ts'
import { findCourse } from '../courses/queries.ts'
import { idOfName, noPerson, personVisibleTo } from '../people/find-person.ts'
import { visibleTo } from '../posts/visible.ts'
import { readSchedule, type StoredSchedule } from './queries.ts'

/** The longest topic of a booking, in characters of the database. */
const longestTopic = 120

/** Whom a student wants to book: a post's author, or a tutor by name, for a course or in general. */
export type Asked = {
  post_id?: string | undefined
  tutor?: string | undefined
  course_id?: number | undefined
}

/** What a tutor offers to a student: their hours and rate, or why there is nothing to book. */
export type Offer = {
  postId: string | null
  courseId: number | null
  topic: string
  tutorId: string
  name: string
  username: string
  rateCents: number | null
  calendar: StoredSchedule | null
  refusal: 'own_post' | 'no_rate' | 'no_schedule' | null
}

/** The offer of somebody whom the student may see; otherwise a 404. */
export async function findOffer(db: Database, studentId: string, asked: Asked): Promise<Offer> {
  const { id, hourly_rate_cents, ...subject } = await findSubject(db, studentId, asked)
  const calendar = await readSchedule(db, id)
  return {
    ...subject,
    tutorId: id,
    rateCents: hourly_rate_cents,
    calendar,
    refusal: refusalOf(id === studentId, hourly_rate_cents, calendar),
  }
}

type Tutor = { id: string; name: string; username: string; hourly_rate_cents: number | null }

/** What a student wants to book somebody for. */
async function findSubject(
  db: Database,
  studentId: string,
  { post_id, tutor, course_id }: Asked,
): Promise<Tutor & Pick<Offer, 'postId' | 'courseId' | 'topic'>> {
  if (post_id !== undefined) return { ...(await findPost(db, studentId, post_id)), courseId: null }
  if (tutor === undefined) throw problem('invalid', 'Choose a post or a tutor to book.')
  const found = await findTutor(db, studentId, tutor)
  if (course_id === undefined) {
    return { ...found, postId: null, courseId: null, topic: 'One-to-one meeting' }
  }
  const { id: courseId, subject } = await findCourse(db, studentId, course_id)
  return { ...found, postId: null, courseId, topic: [...subject].slice(0, longestTopic).join('') }
}

async function findPost(db: Database, studentId: string, postId: string) {
  const post = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select([
      'posts.id as postId',
      'posts.title as topic',
      'users.id',
      'users.name',
      'users.username',
      'users.hourly_rate_cents',
    ])
    .where('posts.id', '=', postId)
    .where(visibleTo(studentId))
    .executeTakeFirst()
  if (!post) throw problem('not_found', 'post is missing')
  return post
}

async function findTutor(db: Database, studentId: string, username: string): Promise<Tutor> {
  const tutor = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'hourly_rate_cents'])
    .where('id', '=', idOfName(username))
    .where(personVisibleTo(studentId))
    .executeTakeFirst()
  if (!tutor) throw noPerson()
  return tutor
}

function refusalOf(
  own: boolean,
  rateCents: number | null,
  calendar: StoredSchedule | null,
): Offer['refusal'] {
  if (own) return 'own_post'
  if (rateCents === null) return 'no_rate'
  return calendar && hasHours(calendar) ? null : 'no_schedule'
}

/** Whether any hours hold a slot. */
function hasHours({ schedule, exceptions }: StoredSchedule): boolean {
  return [...Object.values(schedule), ...exceptions.map(({ ranges }) => ranges)].flat().some(range => {
    const { start, end } = minutesOf(range)
    return end - start >= slotLengths[0]
  })
}

const refusals = {
  own_post: 'You can’t book yourself.',
  no_rate: 'This tutor doesn’t offer paid meetings right now.',
  no_schedule: 'This tutor hasn’t set their hours yet.',
} as const

/** The offer's rate and hours, for a booking; a 409 with the reason if there are none. */
export function bookable(offer: Offer): { rateCents: number; calendar: StoredSchedule } {
  const { refusal, rateCents, calendar } = offer
  if (refusal || rateCents === null || !calendar)
    throw problem('conflict', refusals[refusal ?? 'no_schedule'])
  return { rateCents, calendar }
}
