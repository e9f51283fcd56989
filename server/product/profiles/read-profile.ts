import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OwnProfile, Profile, Tip } from '#shared/api/profiles.ts'
import { tips } from '#shared/api/profiles.ts'
import { findByEmail } from '../people/acquainted.ts'
import { idOfName, noPerson } from '../people/find-person.ts'
import { blockedProfile, profileOf } from './queries.ts'
import { lockedUntil } from './rename.ts'

type ReadDeps = Pick<Deps, 'db' | 'now'>

/** The person's own profile, with its private fields. */
export async function ownProfile({ db, now }: ReadDeps, userId: string): Promise<OwnProfile> {
  const [profile, own] = await Promise.all([profileOf(db, userId, userId), ownFacts(db, userId)])
  const free = lockedUntil(own.renamed_at, now())
  return {
    ...profile,
    email: own.email,
    email_confirmed: own.email_verified,
    email_refused: own.email_refused_at !== null,
    theme: own.theme,
    welcomed: own.welcomed_at !== null,
    tips: openTips(profile, own),
    username_locked_days: free ? Math.ceil(now().until(free).total('hours') / 24) : 0,
  }
}

type OwnFacts = {
  email: string
  email_verified: boolean
  email_refused_at: Temporal.Instant | null
  theme: OwnProfile['theme']
  welcomed_at: Temporal.Instant | null
  renamed_at: Temporal.Instant[]
  dismissed_tips: string[]
  /** Whether they set their hours. */
  hours: boolean
  /** Whether they have a wallet and agreed to its terms. */
  wallet: boolean
}

async function ownFacts(db: Database, userId: string): Promise<OwnFacts> {
  const { rows } = await sql<OwnFacts>`
    select email, email_verified, email_refused_at, theme, welcomed_at, renamed_at, dismissed_tips,
      exists (select from schedule_ranges where user_id = users.id) as hours,
      exists (select from wallets where user_id = users.id and terms_version is not null) as wallet
    from users where id = ${userId}`.execute(db)
  return rows[0]!
}

/** The tips that a person hasn't followed or dismissed. */
function openTips(profile: Profile, { hours, wallet, dismissed_tips }: OwnFacts): Tip[] {
  const done = {
    profile: Boolean(profile.college && profile.designation && profile.description),
    classes: profile.classes.length > 0,
    notes: profile.posts > 0,
    schedule: hours,
    wallet,
  }
  return tips.filter(tip => !done[tip] && !dismissed_tips.includes(tip))
}

/**
 * A person's profile by a current or former username. A person who blocks the viewer isn't found; for one
 * whom the viewer blocks, only the name shows.
 */
export async function personProfile(db: Database, viewerId: string | null, typed: string): Promise<Profile> {
  const person = await findByName(db, viewerId, typed)
  if (!person) throw noPerson()
  return person.blocked ? blockedProfile(db, person.id) : profileOf(db, viewerId, person.id)
}

async function findByName(db: Database, viewerId: string | null, username: string) {
  const { rows } = await sql<{ id: string; blocked: boolean }>`
    select id, blocked from (
      select users.id,
        exists (select from blocks where blocker_id = ${viewerId}::uuid and blocked_id = users.id) as blocked,
        exists (select from blocks where blocker_id = users.id and blocked_id = ${viewerId}::uuid) as blocks
      from users
      where id = ${idOfName(username)} and suspended_at is null and deleted_at is null
    ) person
    where blocked or not blocks`.execute(db)
  return rows[0]
}

/** The caller's own profile by their own email, or that of a person whose email the caller knows. */
export async function profileOfEmail(
  deps: ReadDeps,
  login: { userId: string; email: string },
  email: string,
): Promise<OwnProfile | Profile | null> {
  const { userId } = login
  const id = await findByEmail(deps.db, login, email)
  if (id === null) return null
  return id === userId ? ownProfile(deps, userId) : profileOf(deps.db, userId, id)
}
