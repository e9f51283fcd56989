import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { missing } from './errors.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { boolean, listing, read, retrieval, text } from './params.ts'
import { webhookRules } from './webhook-rules.ts'
import { newId, type World } from './world.ts'

/** The API version of the stand-in's shapes: that of the installed SDK. */
export const apiVersion = '2026-10-28.endive'

/** Records an event, and schedules its delivery by the webhook rules. */
export function emit(world: World, type: Stripe.Event['type'], object: object, account?: string): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    ...(account ? { account } : {}),
    api_version: apiVersion,
    created: world.now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: world.cause ?? { id: null, idempotency_key: null },
    type,
  } as Stripe.Event
  world.store.put('event', event)
  const { mode, types } = webhookRules(world)
  const ruled = types.length === 0 || types.includes(type)
  const state = !ruled || mode === 'deliver' ? 'due' : mode === 'hold' ? 'held' : 'dropped'
  world.store.put('delivery', { id: event.id, state, attempts: 0, lastAnswer: null })
  if (state === 'due') world.onEvent(event.id)
}

const listed = z.strictObject({
  ...listing,
  type: z.optional(text),
  types: z.optional(z.array(text)),
  delivery_success: z.optional(boolean),
})

export const eventOperations: Operations = {
  'GET /v1/events': (world, { params, account }) => {
    const { type, types, delivery_success: success, ...paging } = read(listed, params)
    const wanted = (event: Stripe.Event) =>
      (event.account ?? null) === account &&
      (!type || matches(event.type, type)) &&
      (!types || types.includes(event.type)) &&
      (success === undefined || success === (world.store.get('delivery', event.id)?.state === 'delivered'))
    const events = world.store.all('event').filter(wanted)
    return page(account ? events.map(withoutAccount) : events, '/v1/events', paging)
  },
  'GET /v1/events/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    const event = world.store.get('event', id)
    if (!event) throw missing('event', id)
    return event
  },
}

/** Only what a platform receives is documented to name the account; a list on its behalf needn't. */
function withoutAccount({ account: _, ...event }: Stripe.Event): Stripe.Event {
  return event as Stripe.Event
}

function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
