import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { followVisibleTo } from '../people/find-person.ts'

export const followingList: ExportList = {
  file: 'following.json',
  about: 'the people you follow',
  query: userId => sql`
    select username, follows.created_at as since from follows join users on users.id = followed_id
    where follower_id = ${userId} and ${followVisibleTo(userId, 'followed_id')} order by follows.created_at`,
}

export const followerList: ExportList = {
  file: 'followers.json',
  about: 'the people who follow you',
  query: userId => sql`
    select username, follows.created_at as since from follows join users on users.id = follower_id
    where followed_id = ${userId} and ${followVisibleTo(userId, 'follower_id')} order by follows.created_at`,
}

/** Deletes whom a person follows, and who follows them. */
export async function forgetFollows(trx: Trx, userId: string): Promise<void> {
  await sql`delete from follows where ${userId} in (follower_id, followed_id)`.execute(trx)
}
