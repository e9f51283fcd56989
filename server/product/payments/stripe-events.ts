import { sql } from 'kysely'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { applyEvent } from './event-kinds.ts'

const job = 'stripe-event'
const resumedAtOnce = 200
/** An older signature may be a recorded one. */
const toleranceSeconds = 300

const name = z.string().check(z.regex(/^[\w.-]{1,255}$/))

/** What we read of an event. Its object may have no id, as a balance. */
const eventShape = z.object({
  id: name,
  type: name,
  account: z.nullish(name),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.nullish(z.string().check(z.maxLength(255))) }) }),
})

/**
 * Accepts the provider's events: verifies the signature over the exact bytes, stores each event once by its
 * id, and leaves the work to a job, so that the answer never waits. Refuses what has another shape, as the provider's
 * thin events do if the endpoint is set up with them: it could never be applied.
 */
export async function receiveEvent(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  const event = verified(deps, body, signature)
  if (!eventShape.safeParse(event).success) {
    throw problem('malformed', 'This is not an event with its object.')
  }
  await storeEvent(deps, event)
}

/** Stores an event and enqueues applying it, once, however often and by whichever way it comes. */
export async function storeEvent(deps: Deps, event: Stripe.Event): Promise<void> {
  // Test and live mode are separate, but one endpoint may receive events of both.
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

/** What stays of a finished event: its id, and its object's. The rest contains people and their addresses. */
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
      // While the secret is being changed, another one may have signed it.
    }
  }
  throw problem('malformed', 'This is not signed by the payment provider.')
}

/** Restarts events that have been waiting for a while; one in progress stays as it is. */
export async function resumeEvents({ db, jobs }: Deps, before: Temporal.Instant): Promise<void> {
  const waiting = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('applied_at', 'is', null)
    .where('ignored', 'is', null)
    .where('received_at', '<', before)
    // So many that stay waiting must not hold up the others: chance gives each a turn.
    .orderBy(sql`random()`)
    .limit(sql.lit(resumedAtOnce))
    .execute()
  for (const { id } of waiting) await jobs.enqueue(db, job, id, { eventId: id })
}

/** Defines how events are applied. */
export function defineEvents(deps: Deps): void {
  deps.jobs.define<{ eventId: string }>(job, {
    // Each one looks up the current state and applies it under its row's lock, so their order doesn't matter.
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
