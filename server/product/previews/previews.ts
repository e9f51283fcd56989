import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageDescription } from '#server/platform/http/page-html.ts'
import { isUuid } from '#shared/api/fields.ts'
import { isCourseId } from '#shared/domain/course-strings.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { quote } from '#shared/domain/platform-fee.ts'
import { canonicalUsername, isReservedUsername } from '#shared/domain/usernames.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { thumbnailUrl } from '../files/thumbnail-url.ts'
import { idOfName, personVisibleTo } from '../people/find-person.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { visibleTo } from '../posts/visible.ts'
import { hasNotes, shares } from './sitemap.ts'

type PreviewDeps = Pick<Deps, 'db' | 'config' | 'now'>

/**
 * Describes shareable pages as a visitor may see them, and the same for everyone: a page's head doesn't
 * depend on who fetches it. If the post, session or person is hidden, deleted or never existed, the answer is
 * the plain page with a 200, since people who may still see it (its author, an operator) fetch the same
 * address; and nobody learns which case it is. Search engines are told not to list it. A course is there for everyone or for nobody.
 */
export function createPreviews(deps: PreviewDeps) {
  return (path: string): Promise<PageDescription | 'missing' | null> | undefined => {
    const [, place, name, ...rest] = path.replace(/\/$/, '').split('/')
    if (!name || rest.length > 0) return undefined
    if (place === 'ignite' && isUuid(name)) return describePost(deps, name)
    if (place === 'sessions' && isUuid(name)) return describeSession(deps, name)
    if (place === 'courses') return describeCourse(deps, name)
    const username = place === 'profile' && usernameOf(name)
    return username ? describePerson(deps, username) : undefined
  }
}

function usernameOf(part: string): string | null {
  const username = canonicalUsername(decodeURIComponent(part))
  return /^[a-z0-9][a-z0-9._-]{0,39}$/.test(username) && !isReservedUsername(username) ? username : null
}

async function describePost({ db, config }: PreviewDeps, id: string): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    details: string
    thumbnail_id: string | null
    created_at: Temporal.Instant
    course: string
    author: string
    username: string
  }>`
    select posts.id, posts.title, details, thumbnail_id, posts.created_at,
      courses.code || ' ' || courses.title as course, users.name as author, username
    from posts
      join courses on courses.id = posts.course_id
      join users on users.id = posts.author_id
    where posts.id = ${id}::uuid and ${visibleTo(null)}`.execute(db)
  const [post] = rows
  if (!post) return null
  const path = `/ignite/${post.id}`
  const image = thumbnailUrl(post.thumbnail_id)
  return {
    title: post.title,
    description: `${post.course}, shared by ${post.author}. ${post.details}`,
    path,
    type: 'article',
    image,
    data: {
      '@context': 'https://schema.org',
      '@type': 'LearningResource',
      name: post.title,
      description: post.details,
      url: config.publicUrl + path,
      image: addressOf(config, image),
      about: post.course,
      author: personData(config, { name: post.author, username: post.username }),
      datePublished: isoTime(post.created_at),
      isAccessibleForFree: true,
    },
  }
}

async function describeCourse({ db, config }: PreviewDeps, id: string): Promise<PageDescription | 'missing'> {
  if (!isCourseId(id)) return 'missing'
  const { rows } = await sql<{ id: number; code: string; title: string; school: string; used: boolean }>`
    select courses.id, code, title, schools.name as school, ${hasNotes} as used
    from courses join schools on schools.id = courses.school_id
    where courses.id = ${Number(id)}`.execute(db)
  const [course] = rows
  if (!course) return 'missing'
  const { code, title, school, used } = course
  const path = `/courses/${course.id}`
  const name = `${code} ${title}`
  const description = `Notes, group sessions and tutors for ${name} at ${school}.`
  return {
    title: name,
    description,
    path,
    type: 'website',
    image: null,
    data: used
      ? {
          '@context': 'https://schema.org',
          '@type': 'Course',
          name: title,
          courseCode: code,
          description,
          url: config.publicUrl + path,
          provider: { '@type': 'CollegeOrUniversity', name: school },
        }
      : null,
  }
}

/** Only signed-in people see where it takes place. */
async function describeSession(
  { db, config, now }: PreviewDeps,
  id: string,
): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    description: string
    rate_cents: number | null
    starts_on: string
    start_time: string
    time_zone: string
    minutes: number
    repeats: boolean
    online: boolean
    owner: string
    username: string
    picture_id: string | null
    starts_at: Temporal.Instant | null
    ends_at: Temporal.Instant | null
  }>`
    select sessions.id, title, sessions.description, rate_cents, starts_on::text, start_time, sessions.time_zone,
      minutes, repeat_days <> '{}' as repeats, location is null as online, users.name as owner, username, picture_id,
      next.starts_at, next.ends_at
    from sessions
      join users on users.id = owner_id
      left join lateral (
        select starts_at, ends_at from occurrences
        where session_id = sessions.id and state = 'planned' and ends_at > ${now()}::timestamptz
        order by starts_at limit 1
      ) next on true
    where sessions.id = ${id}::uuid and sessions.deleted_at is null and ${personVisibleTo(null)}`.execute(db)
  const [session] = rows
  if (!session) return null
  const { title, description, rate_cents, starts_on, start_time, time_zone, repeats, owner } = session
  const time = Temporal.PlainTime.from(start_time).toLocaleString('en-US', { timeStyle: 'short' })
  const day = Temporal.PlainDate.from(starts_on).toLocaleString('en-US', { dateStyle: 'full' })
  const when = `${repeats ? 'every week' : day} at ${time} (${zoneName(time_zone)})`
  const price = rate_cents === null ? 'Free' : `${formatDollars(rate_cents)} an hour`
  const path = `/sessions/${session.id}`
  const url = config.publicUrl + path
  const image = pictureUrl(session.picture_id)
  return {
    title,
    description: `A group session with ${owner}, ${when}. ${price}. ${description}`,
    path,
    type: 'article',
    image,
    data: session.starts_at && {
      '@context': 'https://schema.org',
      '@type': 'EducationEvent',
      name: title,
      description,
      url,
      image: addressOf(config, image),
      startDate: isoTime(session.starts_at),
      endDate: isoTime(session.ends_at!),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: `https://schema.org/${session.online ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: session.online
        ? { '@type': 'VirtualLocation', url }
        : { '@type': 'Place', name: 'In person' },
      organizer: personData(config, { name: owner, username: session.username }),
      isAccessibleForFree: rate_cents === null,
      offers: { '@type': 'Offer', price: placePrice(session, config), priceCurrency: 'USD', url },
    },
  }
}

/** What a place in one occurrence costs, with the platform's fee. */
function placePrice(
  { rate_cents, minutes }: { rate_cents: number | null; minutes: number },
  { money }: PreviewDeps['config'],
): string {
  const { price, fee } = quote(rate_cents ?? 0, minutes, money.feeBasisPoints)
  return centsToDecimal(price + fee)
}

/** By the current username or a former one, which leads to the current one. */
async function describePerson(
  { db, config }: PreviewDeps,
  username: string,
): Promise<PageDescription | null> {
  const { rows } = await sql<{
    username: string
    name: string
    picture_id: string | null
    designation: string | null
    college: string | null
    description: string | null
    shares: boolean
  }>`
    select username, name, picture_id, designation, college, description, ${shares} as shares
    from users
    where id = ${idOfName(username)} and ${personVisibleTo(null)}`.execute(db)
  const [person] = rows
  if (!person) return null
  const path = `/profile/${person.username}`
  const image = pictureUrl(person.picture_id)
  const standing = [person.designation, person.college].filter(Boolean).join(', ')
  const facts = [standing && `${standing}.`, person.description].filter(Boolean).join(' ')
  return {
    title: `${person.name} (@${person.username})`,
    description: facts || `Notes ${person.name} shares on Ignite.`,
    path,
    type: 'profile',
    image,
    data: person.shares
      ? {
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          url: config.publicUrl + path,
          mainEntity: {
            ...personData(config, person),
            alternateName: person.username,
            description: person.description ?? undefined,
            image: addressOf(config, image),
            jobTitle: person.designation ?? undefined,
            affiliation: person.college ? { '@type': 'Organization', name: person.college } : undefined,
          },
        }
      : null,
  }
}

function personData(
  { publicUrl }: PreviewDeps['config'],
  { name, username }: { name: string; username: string },
) {
  return { '@type': 'Person', name, url: `${publicUrl}/profile/${username}` }
}

function addressOf({ publicUrl }: PreviewDeps['config'], path: string | null): string | undefined {
  return path === null ? undefined : publicUrl + path
}
