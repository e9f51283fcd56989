import { DatabaseError } from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { findPerson } from '../people/find-person.ts'
import { countFollowers } from './queries.ts'

/** Follows a person; followed already, nothing changes. Answers how many follow them now. */
export async function followPerson(db: Database, followerId: string, username: string): Promise<number> {
  const personId = await findOther(db, followerId, username)
  try {
    await db
      .insertInto('follows')
      .values({ follower_id: followerId, followed_id: personId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  } catch (error) {
    // A block that came between the look-up and here; the database's trigger saw it.
    if (error instanceof DatabaseError && error.constraint === 'follows_not_blocked') {
      throw problem('not_found', 'There is nobody of that name.')
    }
    throw error
  }
  return countFollowers(db, followerId, personId)
}

/** Stops following a person; not followed, nothing changes. Answers how many follow them now. */
export async function unfollowPerson(db: Database, followerId: string, username: string): Promise<number> {
  const personId = await findOther(db, followerId, username)
  await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', personId)
    .execute()
  return countFollowers(db, followerId, personId)
}

async function findOther(db: Database, followerId: string, username: string): Promise<string> {
  const personId = await findPerson(db, followerId, username)
  if (personId !== followerId) return personId
  throw invalidField('body.username', 'You can’t follow yourself.')
}
