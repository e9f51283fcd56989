import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Wallets } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'

type WalletRow = Selectable<Wallets>

/** A person's wallet, if they have one. */
export async function findWallet(db: Database, userId: string): Promise<WalletRow | null> {
  const wallet = await db.selectFrom('wallets').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return wallet ?? null
}

/** Makes sure that a person has a wallet, and does nothing else. */
export async function ensureWallet(db: Database, userId: string, now: Temporal.Instant): Promise<WalletRow> {
  await db
    .insertInto('wallets')
    .values({ user_id: userId, created_at: now })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  return (await findWallet(db, userId))!
}

/** Starts a person's wallet under a version of its terms; the first agreement stays. */
export async function startWallet(
  db: Database,
  userId: string,
  termsVersion: string,
  now: Temporal.Instant,
): Promise<WalletRow> {
  return db
    .insertInto('wallets')
    .values({ user_id: userId, created_at: now, terms_version: termsVersion, agreed_at: now })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({
        terms_version: sql`coalesce(wallets.terms_version, excluded.terms_version)`,
        agreed_at: sql`coalesce(wallets.agreed_at, excluded.agreed_at)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Refuses people who haven't agreed to the terms: money leaves a wallet only under its terms. */
export async function requireTerms(db: Database, userId: string): Promise<void> {
  const wallet = await findWallet(db, userId)
  if (!wallet?.terms_version) {
    throw problem('conflict', 'Agree to the wallet’s terms and conditions first.')
  }
}
