import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountApi } from './api.ts'
import { createClockwork } from './clockwork.ts'
import { mountControl } from './control.ts'
import { mountPages } from './pages.ts'
import { openStore } from './store.ts'
import { createWebhooks } from './webhooks.ts'
import type { World } from './world.ts'

type Settings = {
  publicUrl: string
  /** The product's webhook endpoint, and its signing secret. */
  webhookUrl: string
  webhookSecret: string
  /** Where the history is stored; without it, only in memory. */
  dataDir?: string
  now: () => Temporal.Instant
}

// Not secret: anyone who can reach the stand-in can move all its money, which isn't real.
export const localSecretKey = 'sk_test_only_for_the_local_payments'
export const localWebhookSecret = 'whsec_only_for_the_local_payments'
const publishableKey = 'pk_test_only_for_the_local_payments'

/**
 * A stand-in for Stripe on the product's own port: its API below /v1, its payment page and onboarding, and at
 * /local/payments the history and controls to make things fail. Anyone can pay with fake money, so it refuses
 * to run in production.
 */
export function mountPayments({ publicUrl, webhookUrl, webhookSecret, dataDir, now }: Settings): {
  env: Record<string, string>
  mount: (app: FastifyInstance) => Promise<void>
} {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The local payments move no real money: they don’t run in production')
  }
  const world: World = {
    store: openStore(dataDir && join(dataDir, 'payments', 'payments.jsonl')),
    now: () => Math.floor(now().epochMilliseconds / 1000),
    publicUrl,
    cause: null,
    onEvent: id => webhooks.queue(id),
  }
  const webhooks = createWebhooks(world, { webhookUrl, webhookSecret })
  const catchUp = createClockwork(world)
  return {
    env: {
      STRIPE_SECRET_KEY: localSecretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: publicUrl,
      STRIPE_CONNECT_SCRIPT_URL: `${publicUrl}/local/payments/connect.js`,
    },
    async mount(app) {
      await app.register(async scope => {
        const closing = new AbortController()
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
        mountApi(scope, world, { secretKey: localSecretKey, catchUp, closing: closing.signal })
        mountPages(scope, world, catchUp)
        mountControl(scope, world, webhooks, catchUp)
        runWhileOpen(scope, { start: webhooks.start, stop: webhooks.stop, catchUp, closing })
      })
    },
  }
}

type Running = { start: () => void; stop: () => Promise<void>; catchUp: () => void; closing: AbortController }

function runWhileOpen(scope: FastifyInstance, { start, stop, catchUp, closing }: Running): void {
  let ticking: NodeJS.Timeout | undefined
  scope.addHook('onListen', async () => {
    start()
    ticking = setInterval(catchUp, 1000).unref()
  })
  scope.addHook('preClose', async () => {
    clearInterval(ticking)
    closing.abort()
    await stop()
  })
}
