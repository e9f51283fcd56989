import type { Updateable } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Users } from '#server/platform/db/types.gen.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type profiles, rateCents } from '#shared/api/profiles.ts'
import { canonicalZone } from '#shared/domain/time-zone.ts'
import { acceptPicture } from '../files/accept-picture.ts'
import { changePicture } from './picture.ts'

type Changes = z.output<typeof profiles.save.body>

/**
 * Changes a person's profile: only the fields given. Checks a picture first, so that a refused one leaves the
 * whole profile unchanged. If two devices save, the later value wins for each field, since a form doesn't
 * touch the fields it leaves out.
 */
export async function saveProfile(deps: Deps, login: Login, changes: Changes): Promise<void> {
  const facts = factsOf(changes)
  const { profile_image: key } = changes
  const picture = key ? await acceptPicture(deps, login, key) : null
  await deps.db.transaction().execute(async trx => {
    const updated_at = deps.now()
    await trx
      .updateTable('users')
      .set({ ...facts, updated_at })
      .where('id', '=', login.userId)
      .execute()
    if (key !== undefined) await changePicture(trx, deps, login.userId, picture?.id ?? null)
  })
}

function factsOf(changes: Changes): Updateable<Users> {
  const facts: Updateable<Users> = {}
  if (changes.name !== undefined) facts.name = changes.name
  if (changes.designation !== undefined) facts.designation = changes.designation || null
  if (changes.college !== undefined) facts.college = changes.college || null
  if (changes.description !== undefined) facts.description = changes.description || null
  if (changes.hourly_rate !== undefined)
    facts.hourly_rate_cents = changes.hourly_rate ? rateCents(changes.hourly_rate) : null
  // Null, as it is read before one is set, changes nothing.
  if (typeof changes.time_zone === 'string') facts.time_zone = zoneOf(changes.time_zone)
  if (changes.theme !== undefined) facts.theme = changes.theme
  return facts
}

function zoneOf(typed: string): string {
  const zone = canonicalZone(typed)
  if (zone) return zone
  throw invalidField('body.time_zone', 'We don’t know that time zone.')
}
