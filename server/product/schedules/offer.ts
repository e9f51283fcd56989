import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { visibleTo } from '../posts/visible.ts'
import { readSchedule, type StoredSchedule } from './queries.ts'

/** What a post's author offers to a student: their hours and rate, or why there is nothing to book. */
export type Offer = {
  postId: string
  topic: string
  tutorId: string
  name: string
  username: string
  rateCents: number | null
  calendar: StoredSchedule | null
  refusal: 'own_post' | 'no_rate' | 'no_schedule' | null
}

/** The offer of a post that the student may see; otherwise a 404. */
export async function findOffer(db: Database, studentId: string, postId: string): Promise<Offer> {
  const post = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.title', 'users.id', 'users.name', 'users.username', 'users.hourly_rate_cents'])
    .where('posts.id', '=', postId)
    .where(visibleTo(studentId))
    .executeTakeFirst()
  if (!post) throw problem('not_found', 'post is missing')
  const calendar = await readSchedule(db, post.id)
  return {
    postId,
    topic: post.title,
    tutorId: post.id,
    name: post.name,
    username: post.username,
    rateCents: post.hourly_rate_cents,
    calendar,
    refusal: refusalOf(post.id === studentId, post.hourly_rate_cents, calendar),
  }
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

function hasHours({ schedule, exceptions }: StoredSchedule): boolean {
  return [...Object.values(schedule), ...exceptions.map(({ ranges }) => ranges)].some(
    ({ length }) => length > 0,
  )
}

const refusals = {
  own_post: 'This is your own post, so you can’t book it.',
  no_rate: 'This tutor doesn’t offer paid sessions right now.',
  no_schedule: 'This tutor hasn’t set their hours yet.',
} as const

/** The offer's rate and hours, for a booking; a 409 with the reason if there are none. */
export function bookable(offer: Offer): { rateCents: number; calendar: StoredSchedule } {
  const { refusal, rateCents, calendar } = offer
  if (refusal || rateCents === null || !calendar)
    throw problem('conflict', refusals[refusal ?? 'no_schedule'])
  return { rateCents, calendar }
}
