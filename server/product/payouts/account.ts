import { type Selectable, sql } from 'kysely'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/db/database.ts'
import type { PayoutAccounts } from '#server/platform/db/types.gen.ts'
import { type PayoutAccount, payoutDefaults } from '#shared/api/payouts.ts'
import { dueInWords } from './requirements.ts'

/** Shown instead of the provider's reason when it no longer lets us see the account. */
const accessLost = 'access_lost'

/** A row with its version when read: the version changes with every write. */
export type AccountRow = Selectable<PayoutAccounts> & { version: string }

/** The provider's state of an account, as we store it. */
export type AccountFacts = Omit<
  Selectable<PayoutAccounts>,
  'user_id' | 'account_id' | 'failed_attempts' | 'created_at' | 'updated_at'
>

function readAccounts(db: Database) {
  return db.selectFrom('payout_accounts').selectAll().select(sql<string>`xmin::text`.as('version'))
}

/** A person's payout account, with or without the provider's id for it. */
export async function accountOf(db: Database, userId: string): Promise<AccountRow | null> {
  return (await readAccounts(db).where('user_id', '=', userId).executeTakeFirst()) ?? null
}

/** The account with this provider id, of a person who is still here. */
export async function accountNamed(db: Database, accountId: string): Promise<AccountRow | null> {
  const isHere = sql<boolean>`exists (select from users where id = user_id and deleted_at is null)`
  return (await readAccounts(db).where('account_id', '=', accountId).where(isHere).executeTakeFirst()) ?? null
}

/**
 * The provider's answer in the form we store. The requirements are those due or overdue, in one order; the
 * bank is the one that payouts go to by default.
 */
export function accountFactsOf(account: Stripe.Account): AccountFacts {
  const { requirements } = account
  const due = new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])
  return {
    country: account.country ?? payoutDefaults.country,
    currency: account.default_currency ?? payoutDefaults.currency,
    holder_type: account.business_type ?? payoutDefaults.holderType,
    details_submitted: account.details_submitted,
    transfers_active: account.capabilities?.transfers === 'active',
    payouts_enabled: account.payouts_enabled,
    requirements: [...due].sort(),
    disabled_reason: requirements?.disabled_reason ?? null,
    ...bankOf(account),
  }
}

/** For an account that the provider doesn't show us anymore: nothing can be paid to it. */
export function lostFacts(before: AccountRow): AccountFacts {
  const { country, currency, holder_type, details_submitted, bank_name, bank_last4 } = before
  return {
    ...{ country, currency, holder_type, details_submitted, bank_name, bank_last4 },
    transfers_active: false,
    payouts_enabled: false,
    requirements: [],
    disabled_reason: accessLost,
  }
}

/** The provider's ids of the accounts that it doesn't show us anymore. */
export function lostAccounts(db: Database) {
  return db
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('disabled_reason', '=', accessLost)
    .$narrowType<{ account_id: string }>()
}

function bankOf({ external_accounts }: Stripe.Account) {
  const all = external_accounts?.data ?? []
  const used = all.find(one => one.default_for_currency) ?? all[0]
  if (!used) return { bank_name: null, bank_last4: null }
  const bank_name = used.object === 'bank_account' ? used.bank_name : used.brand
  return { bank_name, bank_last4: used.last4 }
}

type StateFacts = Pick<
  AccountFacts,
  'details_submitted' | 'transfers_active' | 'payouts_enabled' | 'requirements' | 'disabled_reason'
>

/** How far an account is from being ready for payouts. */
export function stateOf(facts: StateFacts): PayoutAccount['state'] {
  const { disabled_reason: reason } = facts
  if (reason === accessLost || reason?.startsWith('rejected.')) return 'rejected'
  if (facts.transfers_active && facts.payouts_enabled) return 'ready'
  if (!facts.details_submitted) return 'new'
  return facts.requirements.length > 0 ? 'due' : 'checking'
}

/** An account as its owner sees it. */
export function accountAnswer(row: AccountRow & { account_id: string }): PayoutAccount {
  return {
    id: row.account_id,
    country: row.country,
    currency: row.currency,
    holder_type: row.holder_type,
    state: stateOf(row),
    due: dueInWords(row.requirements),
    bank_name: row.bank_name,
    bank_last4: row.bank_last4,
  }
}
