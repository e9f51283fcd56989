import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Section } from '#shared/api/courses.ts'
import type { PostCard } from '#shared/api/posts.ts'
import type { Profile } from '#shared/api/profiles.ts'
import { type FollowSide, followVisibleTo } from '../people/find-person.ts'
import { personCards } from '../people/person-cards.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { postCardsInOrder } from '../posts/post-cards.ts'
import { visibleTo } from '../posts/visible.ts'

type Facts = {
  time_zone: string | null
  followers: number | null
  following: number | null
  posts: number
  classes: Section[]
  highlighted: string[]
}

/**
 * A person's profile as a permitted viewer (null for a visitor) sees it; the caller has checked the
 * permission.
 */
export async function profileOf(db: Database, viewerId: string | null, personId: string): Promise<Profile> {
  const [cards, { highlighted, ...facts }] = await Promise.all([
    personCards(db, viewerId, sql`select ${personId}::uuid as id, 0 as place`),
    factsOf(db, viewerId, personId),
  ])
  const highlights = await postCardsInOrder(db, viewerId, highlighted)
  return { ...cards[0]!, ...facts, highlights, blocked: false }
}

async function factsOf(db: Database, viewerId: string | null, personId: string): Promise<Facts> {
  const follows = (own: FollowSide, other: FollowSide) =>
    viewerId === null
      ? sql`null`
      : sql`(select count(*)::int from follows
          where ${sql.ref(own)} = person.id and ${followVisibleTo(viewerId, other)})`
  const { rows } = await sql<Facts>`
    select person.time_zone,
      ${follows('followed_id', 'follower_id')} as followers,
      ${follows('follower_id', 'followed_id')} as following,
      (select count(*)::int from posts where author_id = person.id and ${visibleTo(viewerId)}) as posts,
      (select coalesce(json_agg(listed), '[]') from (${classes(personId)}) listed) as classes,
      array(${highlighted(viewerId, personId)}) as highlighted
    from users person where person.id = ${personId}`.execute(db)
  return rows[0]!
}

/** The classes a person lists: the latest term's first, in the order of their courses. */
export async function classesOf(db: Database, personId: string): Promise<Section[]> {
  return (await classes(personId).execute(db)).rows
}

const classes = (personId: string) => sql<Section>`
  select sections.id, crn, sections.title, schools.name as school, terms.name as term, course_id,
    courses.code || ' ' || courses.title as course_subject
  from classes
    join sections on sections.id = classes.section_id
    join terms on terms.id = term_id
    join schools on schools.id = terms.school_id
    join courses on courses.id = course_id
  where classes.user_id = ${personId}
  order by terms.starts_on desc, courses.code, crn, sections.id`

/** The posts that a person shows first, in their order, without those the viewer may not see. */
export async function highlightsOf(
  db: Database,
  viewerId: string | null,
  personId: string,
): Promise<PostCard[]> {
  const { rows } = await highlighted(viewerId, personId).execute(db)
  const ids = rows.map(({ id }) => id)
  return postCardsInOrder(db, viewerId, ids)
}

const highlighted = (viewerId: string | null, personId: string) => sql<{ id: string }>`
  select posts.id from highlights join posts on posts.id = post_id
  where user_id = ${personId} and ${visibleTo(viewerId)} order by place`

/** The name and picture of someone whom the viewer blocks: enough to recognize them, and no more. */
export async function blockedProfile(db: Database, personId: string): Promise<Profile> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'picture_id'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    id: person.id,
    username: person.username,
    name: person.name,
    profile_image: pictureUrl(person.picture_id),
    college: null,
    designation: null,
    description: null,
    hourly_rate: null,
    email: null,
    is_you: false,
    followed: false,
    follows_you: false,
    time_zone: null,
    followers: 0,
    following: 0,
    posts: 0,
    classes: [],
    highlights: [],
    blocked: true,
  }
}

/** The CRNs in which a person has posts that the viewer (null for a visitor) may see, each with its newest section. */
export async function crnsOf(db: Database, viewerId: string | null, personId: string) {
  const { rows } = await sql<{ id: number; crn: string; title: string }>`
    select distinct on (crn) sections.id, crn, sections.title
    from (select distinct section_id from posts where author_id = ${personId} and ${visibleTo(viewerId)}) posted
      join sections on sections.id = section_id join terms on terms.id = term_id
    order by crn, starts_on desc, sections.id desc`.execute(db)
  return rows
}

/** The stored key of a picture that somebody uses; null if nobody does. */
export async function findPicture(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('files', 'files.id', 'users.picture_id')
    .select('object_key')
    .where('files.id', '=', id)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.object_key ?? null
}

/** Stores when a person was first welcomed. */
export async function markWelcomed(db: Database, userId: string, at: Temporal.Instant): Promise<void> {
  await db
    .updateTable('users')
    .set({ welcomed_at: at })
    .where('id', '=', userId)
    .where('welcomed_at', 'is', null)
    .execute()
}

/** Stores that a person doesn't want to see a tip again. */
export async function dismissTip(db: Database, userId: string, tip: string): Promise<void> {
  await sql`
    update users set dismissed_tips = dismissed_tips || ${tip}::text
    where id = ${userId} and not ${tip} = any (dismissed_tips)`.execute(db)
}
