import { DatabaseError } from 'pg'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { tell } from '../alerts/tell.ts'
import { findPerson, noPerson } from '../people/find-person.ts'
import { followKinds } from './follow-alert-kinds.ts'
import { countFollowers } from './queries.ts'

/** Follows a person; does nothing if already followed. Returns the current number of followers. */
export async function followPerson(deps: Deps, follower: Login, username: string): Promise<number> {
  const { db } = deps
  const personId = await findOther(db, follower.userId, username)
  try {
    await db.transaction().execute(async trx => {
      const followed = await trx
        .insertInto('follows')
        .values({ follower_id: follower.userId, followed_id: personId })
        .onConflict(conflict => conflict.doNothing())
        .returning('followed_id')
        .executeTakeFirst()
      if (followed) await tellOfFollower(trx, deps, personId, follower)
    })
  } catch (error) {
    // A block came between the lookup and here; the database's trigger caught it.
    if (error instanceof DatabaseError && error.constraint === 'follows_not_blocked') {
      throw noPerson()
    }
    throw error
  }
  return countFollowers(db, follower.userId, personId)
}

/** Once, however often somebody unfollows and follows again. */
async function tellOfFollower(trx: Trx, deps: Deps, personId: string, follower: Login): Promise<void> {
  const facts = { other_id: follower.userId }
  await tell(trx, deps, personId, { kind: followKinds.follow, facts, cause: follower.userId })
}

/** Stops following a person; does nothing if not followed. Returns the current number of followers. */
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
