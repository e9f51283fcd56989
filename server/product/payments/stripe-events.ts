import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { applyEvent } from './event-kinds.ts'

const job = 'stripe-event'
const resumedAtOnce = 200
/** An older signature may be one that somebody recorded. */
const toleranceSeconds = 300

/**
 * Takes what the provider sends in: verified by its signature over the very bytes, stored once by its own id, and left to a
 * job, so that the answer never waits for the work.
 */
export async function receiveEvent(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  await storeEvent(deps, verified(deps, body, signature))
}

/** Stores an event and has it applied, once, however often it comes and whoever brings it. */
export async function storeEvent(deps: Deps, event: Stripe.Event): Promise<void> {
  // Test and live are two worlds, and one address may be told of both.
  const isOtherMode = event.livemode !== deps.config.stripe.live
  await deps.db.transaction().execute(async trx => {
    const stored = await trx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        account_id: event.account ?? null,
        payload: JSON.stringify(isOtherMode ? traceOf(event) : event),
        received_at: deps.now(),
        ignored: isOtherMode ? 'mode' : null,
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored && !isOtherMode) await deps.jobs.enqueue(trx, job, event.id, { eventId: event.id })
  })
}

/** What is left of an event when it is done with: which it was, and about what. The rest names people and their addresses. */
function traceOf({ id, type, account, livemode, data }: Stripe.Event) {
  return {
    id,
    type,
    account: account ?? null,
    livemode,
    data: { object: { id: (data.object as { id?: string }).id ?? null } },
  }
}

function verified({ stripe, config, now }: Deps, body: Buffer, signature: string | undefined): Stripe.Event {
  const at = now().epochMilliseconds
  for (const secret of config.stripe.webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds, undefined, at)
    } catch {
      // While secrets are changed over, another one may have signed it.
    }
  }
  throw problem('malformed', 'This is not signed by the payment provider.')
}

/** Begins events anew that wait to be applied for a while; one that is under way stays as it is. */
export async function resumeEvents({ db, jobs }: Deps, before: Temporal.Instant): Promise<void> {
  const waiting = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('applied_at', 'is', null)
    .where('ignored', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(sql.lit(resumedAtOnce))
    .execute()
  for (const { id } of waiting) await jobs.enqueue(db, job, id, { eventId: id })
}

/** Says how events are applied. */
export function defineEvents(deps: Deps): void {
  deps.jobs.define<{ eventId: string }>(job, {
    // Each asks for the present state and applies it under its row's lock, so that no order among them is needed.
    sideBySide: true,
    async run({ eventId }) {
      const { rows } = await sql<{ payload: Stripe.Event }>`
        select payload from stripe_events
        where id = ${eventId} and applied_at is null and ignored is null`.execute(deps.db)
      const event = rows[0]?.payload
      if (!event) return
      const outcome = await applyEvent(deps, event)
      await deps.db
        .updateTable('stripe_events')
        .set({
          payload: JSON.stringify(traceOf(event)),
          ...(outcome === 'account' ? { ignored: outcome } : { applied_at: deps.now() }),
        })
        .where('id', '=', eventId)
        .execute()
    },
  })
}
