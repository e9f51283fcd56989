import { keptSeconds } from './idempotency.ts'
import { payOutDaily } from './payouts.ts'
import { settleRefunds } from './refunds.ts'
import { expireSessions } from './sessions.ts'
import type { World } from './world.ts'

/** Does the timed work by the world's clock; a second call within the same second costs nothing. */
export function createClockwork(world: World): () => void {
  let last = 0
  return () => {
    if (world.now() === last) return
    last = world.now()
    world.store.change(() => {
      expireSessions(world)
      settleRefunds(world)
      payOutDaily(world)
      forget(world)
    })
  }
}

/** Keys last a day (docs.stripe.com/api/idempotent_requests), events thirty (docs.stripe.com/api/events). */
function forget({ store, now }: World): void {
  for (const { id, at } of store.all('answered')) {
    if (at + keptSeconds <= now()) store.remove('answered', id)
  }
  for (const { id, created } of store.all('event')) {
    // They are in order, so the first that stays ends the search.
    if (created + 30 * 86_400 > now()) break
    store.remove('event', id)
    store.remove('delivery', id)
  }
}
