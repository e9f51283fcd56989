import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { requireCourse } from '../courses/queries.ts'
import { findPerson } from '../people/find-person.ts'
import { postCards } from './post-cards.ts'
import { openTo, visibleTo } from './visible.ts'

export const pageSize = 12

type Ids = RawBuilder<{ id: string }>

/** Everyone's posts, newest first. */
export function recentPosts(db: Database, viewerId: string | null, start: PageStart): Promise<PostCard[]> {
  return postCards(
    db,
    viewerId,
    sql`select id from posts where ${visibleTo(viewerId)} ${older(start)} ${page(start)}`,
  )
}

/** The posts of the people a person follows, newest first. */
export function followedPosts(db: Database, viewerId: string, start: PageStart): Promise<PostCard[]> {
  // Takes each followed person's newest few, then the newest of these: the cost grows with the number of
  // people followed, not with the number of posts. With `offset`, a page may need that many rows from one
  // person.
  const enough = sql.lit(pageSize + start.skip)
  return postCards(
    db,
    viewerId,
    sql`select newest.id from follows, lateral (
          select id from posts
          where author_id = follows.followed_id and posts.visible ${older(start)} order by id desc limit ${enough}
        ) newest
        where follows.follower_id = ${viewerId} ${page(start)}`,
  )
}

/** The posts in the sections with a CRN, at any school and in any term, newest first. */
export function postsOfCrn(
  db: Database,
  viewerId: string | null,
  crn: string,
  start: PageStart,
): Promise<PostCard[]> {
  const enough = sql.lit(pageSize + start.skip)
  return postCards(
    db,
    viewerId,
    sql`select newest.id from sections, lateral (
          select id from posts
          where section_id = sections.id and ${visibleTo(viewerId)} ${older(start)} order by id desc limit ${enough}
        ) newest
        where crn = ${crn} ${page(start)}`,
  )
}

/** The posts in a course, newest first; a 404 if there is no such course. */
export async function postsOfCourse(
  db: Database,
  viewerId: string | null,
  courseId: number,
  start: PageStart,
): Promise<PostCard[]> {
  const cards = await postCards(
    db,
    viewerId,
    sql`select id from posts where course_id = ${courseId} and ${visibleTo(viewerId)} ${older(start)} ${page(start)}`,
  )
  if (cards.length === 0) await requireCourse(db, courseId)
  return cards
}

/** The posts in the courses whose classes a person lists, newest first. */
export function postsOfClasses(db: Database, viewerId: string, start: PageStart): Promise<PostCard[]> {
  const enough = sql.lit(pageSize + start.skip)
  return postCards(
    db,
    viewerId,
    sql`select newest.id from (
          select distinct course_id from classes join sections on sections.id = classes.section_id
          where classes.user_id = ${viewerId}
        ) courses, lateral (
          select id from posts
          where course_id = courses.course_id and ${visibleTo(viewerId)} ${older(start)} order by id desc limit ${enough}
        ) newest
        where true ${page(start)}`,
  )
}

/** One person’s posts, newest first, for one CRN or all; a 404 if the viewer can see nobody of that name. */
export async function postsOfPerson(
  db: Database,
  viewerId: string | null,
  { username, crn }: { username: string; crn: string | null },
  start: PageStart,
): Promise<PostCard[]> {
  const personId = await findPerson(db, viewerId, username)
  const ofCrn = crn === null ? sql`` : sql`and section_id in (select id from sections where crn = ${crn})`
  const ids: Ids = sql`select id from posts
    where author_id = ${personId} and ${visibleTo(viewerId)} ${ofCrn} ${older(start)} ${page(start)}`
  return postCards(db, viewerId, ids)
}

/** One post as the viewer sees it, or null. */
export async function postById(db: Database, viewer: Login | null, id: string): Promise<PostCard | null> {
  const [card] = await postCards(
    db,
    viewer?.userId ?? null,
    sql`select id from posts where id = ${id} and ${openTo(viewer)}`,
  )
  return card ?? null
}

function older(start: PageStart) {
  return start.after === null ? sql`` : sql`and id < ${start.after}::uuid`
}

// Limit and offset are literals: with parameters, PostgreSQL plans such a statement again on each call.
function page(start: PageStart) {
  return sql`order by id desc limit ${sql.lit(pageSize)} offset ${sql.lit(start.skip)}`
}
