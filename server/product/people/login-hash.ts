import { createHmac } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** A person's logins as they stay known after the account is gone. */
export async function loginHashes(
  trx: Trx,
  { secret }: Pick<Deps['config'], 'secret'>,
  userId: string,
): Promise<string[]> {
  const logins = await trx
    .selectFrom('login_accounts')
    .select(['provider_id', 'account_id'])
    .where('user_id', '=', userId)
    .execute()
  return logins.map(({ provider_id, account_id }) => loginHash(secret, provider_id, account_id))
}

/** What stays known of a login: without our secret nobody can identify it from this. */
export function loginHash(secret: string, provider: string, subject: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['closed login', provider, subject]))
    .digest('base64url')
}
