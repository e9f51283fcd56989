import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PageDescription } from '#server/platform/http/page-head.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { canonicalUsername, isReservedUsername } from '#shared/domain/usernames.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { visibleTo } from '../posts/visible.ts'

/**
 * Describes the pages that people send each other, as a visitor may know them, to everybody alike: the server doesn't
 * ask who fetches a page. One whose post, session or person is hidden, deleted or was never there stays the plain page with a
 * 200, since who may see it after all (its author, an operator) fetches the same address; and nobody learns which it is.
 */
export function createPreviews(db: Database) {
  return (path: string): Promise<PageDescription | null> | undefined => {
    const [, place, name, ...rest] = path.replace(/\/$/, '').split('/')
    if (!name || rest.length > 0) return undefined
    if (place === 'ignite' && isUuid(name)) return describePost(db, name)
    if (place === 'sessions' && isUuid(name)) return describeSession(db, name)
    const username = place === 'profile' && usernameOf(name)
    return username ? describePerson(db, username) : undefined
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function usernameOf(part: string): string | null {
  const username = canonicalUsername(decodeURIComponent(part))
  return /^[a-z0-9][a-z0-9._-]{0,39}$/.test(username) && !isReservedUsername(username) ? username : null
}

async function describePost(db: Database, id: string): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    details: string
    thumbnail_id: string | null
    course: string
    author: string
  }>`
    select posts.id, posts.title, details, thumbnail_id, courses.code || ' ' || courses.title as course,
      users.name as author
    from posts
      join courses on courses.id = posts.course_id
      join users on users.id = posts.author_id
    where posts.id = ${id}::uuid and ${visibleTo(null)}`.execute(db)
  const [post] = rows
  if (!post) return null
  return {
    title: post.title,
    description: `${post.course}, shared by ${post.author}. ${post.details}`,
    path: `/ignite/${post.id}`,
    type: 'article',
    image: post.thumbnail_id && `/api/bucket/thumbnail/${post.thumbnail_id}`,
  }
}

/** Where it is, is for those who sign in. */
async function describeSession(db: Database, id: string): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    description: string
    rate_cents: number | null
    starts_on: string
    start_time: string
    time_zone: string
    repeats: boolean
    owner: string
    picture_id: string | null
  }>`
    select sessions.id, title, sessions.description, rate_cents, starts_on::text, start_time, sessions.time_zone,
      repeat_days <> '{}' as repeats, users.name as owner, picture_id
    from sessions join users on users.id = owner_id
    where sessions.id = ${id}::uuid and sessions.deleted_at is null and ${personVisibleTo(null)}`.execute(db)
  const [session] = rows
  if (!session) return null
  const { title, description, rate_cents, starts_on, start_time, time_zone, repeats, owner } = session
  const time = Temporal.PlainTime.from(start_time).toLocaleString('en-US', { timeStyle: 'short' })
  const day = Temporal.PlainDate.from(starts_on).toLocaleString('en-US', { dateStyle: 'full' })
  const when = `${repeats ? 'every week' : day} at ${time} (${time_zone.replaceAll('_', ' ')})`
  const price = rate_cents === null ? 'Free' : `${formatDollars(rate_cents)} an hour`
  return {
    title,
    description: `A group session with ${owner}, ${when}. ${price}. ${description}`,
    path: `/sessions/${session.id}`,
    type: 'article',
    image: pictureUrl(session.picture_id),
  }
}

/** By the present username or a former one, which leads on to the present one. */
async function describePerson(db: Database, username: string): Promise<PageDescription | null> {
  const { rows } = await sql<{
    username: string
    name: string
    picture_id: string | null
    designation: string | null
    college: string | null
    description: string | null
  }>`
    select username, name, picture_id, designation, college, description
    from users
    where id = coalesce(
        (select id from users where username = ${username}),
        (select user_id from former_usernames where username = ${username}))
      and ${personVisibleTo(null)}`.execute(db)
  const [person] = rows
  if (!person) return null
  const standing = [person.designation, person.college].filter(Boolean).join(', ')
  const facts = [standing && `${standing}.`, person.description].filter(Boolean).join(' ')
  return {
    title: `${person.name} (@${person.username})`,
    description: facts || `Notes that ${person.name} shares on Ignite.`,
    path: `/profile/${person.username}`,
    type: 'profile',
    image: pictureUrl(person.picture_id),
  }
}
