import type { WebhookRules } from './tables.ts'
import type { World } from './world.ts'

const usual: WebhookRules = {
  id: 'webhooks',
  mode: 'deliver',
  types: [],
  delayMs: 0,
  copies: 1,
  retryMs: 1000,
}

/** The current rules for delivering events. */
export function webhookRules({ store }: World): WebhookRules {
  return store.get('webhookRules', 'webhooks') ?? usual
}
