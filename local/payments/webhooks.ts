import { createHmac } from 'node:crypto'
import type { Delivery } from './tables.ts'
import { webhookRules } from './webhook-rules.ts'
import type { World } from './world.ts'

const attemptsAtMost = 16
const longestWaitMs = 10 * 60_000
const answerWithinMs = 20_000
// A burst of events must not open a connection for each.
const atOnce = 20

export type Order = 'oldest' | 'newest' | 'shuffled'

export type Webhooks = {
  /** Delivers an event soon, and retries until it is accepted. */
  queue: (id: string) => void
  /** Delivers an event now, whatever the rules say; returns the response. Signed `ageSeconds` ago. */
  deliver: (id: string, options: { copies: number; ageSeconds: number }) => Promise<string[]>
  /** Delivers held events, one after the other. */
  release: (order: Order) => Promise<number>
  /** Resolves once no delivery is running or about to start; waiting retries don't count. */
  settled: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
}

type Settings = { webhookUrl: string; webhookSecret: string }

/** Sends the product a signed event, until it answers 2xx. */
export function createWebhooks(world: World, settings: Settings): Webhooks {
  const { store } = world
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  function after(ms: number, work: () => Promise<void>): void {
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      track(work())
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  async function attempt(id: string): Promise<void> {
    const { copies, retryMs } = webhookRules(world)
    const state = store.get('delivery', id)?.state
    if (state !== 'due') return
    const [first = 'nothing'] = await Promise.all(Array.from({ length: copies }, () => post(id, 0)))
    // The stand-in may have been stopped or cleared before the product answered.
    if (stopping.signal.aborted || !store.get('delivery', id)) return
    const { attempts } = record(id, first)
    if (isTaken(first) || attempts >= attemptsAtMost) return
    after(Math.min(retryMs * 2 ** (attempts - 1), longestWaitMs), () => attempt(id))
  }

  function record(id: string, answer: string): Delivery {
    return store.change(() => {
      const { attempts: before = 0 } = store.get('delivery', id) ?? {}
      const attempts = before + 1
      const state = isTaken(answer) ? 'delivered' : attempts >= attemptsAtMost ? 'failed' : 'due'
      const event = store.get('event', id)
      if (event && state === 'delivered') store.put('event', { ...event, pending_webhooks: 0 })
      return store.put('delivery', { id, state, attempts, lastAnswer: answer })
    })
  }

  const post = atMost(atOnce, (id: string, ageSeconds: number) =>
    send(world, settings, id, ageSeconds, stopping.signal),
  )

  return {
    queue(id) {
      after(webhookRules(world).delayMs, () => attempt(id))
    },
    async deliver(id, { copies, ageSeconds }) {
      const answers = Array.from({ length: copies }, () => post(id, ageSeconds))
      await track(Promise.all(answers).then(() => {}))
      const [first = 'nothing'] = await Promise.all(answers)
      if (!stopping.signal.aborted) record(id, first)
      return Promise.all(answers)
    },
    async release(order) {
      const held = store.all('delivery').filter(({ state }) => state === 'held')
      store.change(() => {
        for (const delivery of held) store.put('delivery', { ...delivery, state: 'due' })
      })
      for (const { id } of inOrder(held, order)) await track(attempt(id))
      return held.length
    },
    async settled() {
      const busy = () =>
        running.size > 0 ||
        store.all('delivery').some(({ state, attempts }) => state === 'due' && attempts === 0)
      while (busy() && !stopping.signal.aborted) {
        await Promise.all(running)
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    },
    start() {
      for (const { id, state } of store.all('delivery')) if (state === 'due') after(0, () => attempt(id))
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Posts an event to the product; returns the response's status, or why there is none. */
async function send(
  world: World,
  { webhookUrl, webhookSecret }: Settings,
  id: string,
  ageSeconds: number,
  stopping: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(world.store.get('event', id), null, 2)
  const at = world.now() - ageSeconds
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'not reached'
  }
}

/** How many run at once; the others wait in order. */
function atMost<Given extends unknown[], Result>(
  most: number,
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let free = most
  const waiting: (() => void)[] = []
  return async (...given) => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve))
    else free--
    try {
      return await work(...given)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

function isTaken(answer: string): boolean {
  return /^2\d\d$/.test(answer)
}

function inOrder(held: Delivery[], order: Order): Delivery[] {
  if (order === 'oldest') return held
  if (order === 'newest') return held.toReversed()
  const drawn = held.map(delivery => ({ delivery, at: Math.random() }))
  return drawn.sort((a, b) => a.at - b.at).map(({ delivery }) => delivery)
}
