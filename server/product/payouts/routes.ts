import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { payouts } from '#shared/api/payouts.ts'
import { type AccountRow, accountAnswer, accountOf } from './account.ts'
import { applyAccount } from './apply-account.ts'
import { ensureAccount } from './create-account.ts'
import { fromProvider } from './from-provider.ts'

/** A person's own account at the payment provider; its id never comes from the caller. */
export function payoutRoutes(implement: Implement, deps: Deps): void {
  const { db, stripe, config, log } = deps

  implement(payouts.get, async ({ login }) => {
    const row = await accountOf(db, login.userId)
    return {
      status: 'success',
      account: isMade(row) ? accountAnswer(row) : null,
      publishable_key: config.stripe.publishableKey,
      script_url: config.stripe.connectScriptUrl ?? null,
    }
  })

  implement(payouts.create, async ({ login }) => {
    return { status: 'success', account: await ensureAccount(deps, login.userId) }
  })

  implement(payouts.openSession, async ({ body, login }) => {
    const row = await accountOf(db, login.userId)
    if (body.account !== undefined && body.account !== row?.account_id) {
      // With its secret somebody could replace another tutor's bank account.
      log.warn({ userId: login.userId }, 'a person asked for someone else’s payout account')
      throw problem('identity_mismatch', 'This isn’t your payout account.')
    }
    const account = named(row).account_id
    const session = await fromProvider(deps, () =>
      stripe.accountSessions.create({
        account,
        // Onboarding only asks for what is due; a bank account that works is changed in account management
        // (docs.stripe.com/connect/supported-embedded-components/account-management).
        components: { account_onboarding: { enabled: true }, account_management: { enabled: true } },
      }),
    )
    return { status: 'success', client_secret: session.client_secret }
  })

  implement(payouts.link, async ({ login }) => {
    const account = named(await accountOf(db, login.userId)).account_id
    const page = `${config.publicUrl}/profile/wallet?tab=tutorBalance`
    const { url } = await fromProvider(deps, () =>
      stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        refresh_url: page,
        return_url: page,
      }),
    )
    return { status: 'success', url }
  })

  implement(payouts.refresh, async ({ login }) => {
    const { account_id: accountId } = named(await accountOf(db, login.userId))
    await fromProvider(deps, () => applyAccount(deps, accountId))
    return { status: 'success', account: accountAnswer(named(await accountOf(db, login.userId))) }
  })
}

type Made = AccountRow & { account_id: string }

function isMade(row: AccountRow | null): row is Made {
  return row?.account_id != null
}

function named(row: AccountRow | null): Made {
  if (isMade(row)) return row
  throw problem('not_found', 'You don’t have a payout account yet.')
}
