import { createStore } from '#web/lib/store.ts'
import { again, nextOf, type Outbox, type Outgoing, orderAfter } from './outbox.ts'

/** Where unsent messages are stored. */
export type OutboxStore = {
  /** As all tabs of this browser see it now. */
  fresh: () => Outbox
  keep: (message: Outgoing) => void
  remove: (id: string) => void
}

/**
 * Why a message didn't arrive: refused for good, to be retried later, or the server failed at it, which is retried a few times.
 */
export type Setback = { kind: 'refused' | 'passing' | 'failed'; words: string }

type Work = {
  store: OutboxStore
  /** Resolves once the message is known to have arrived. */
  send: (message: Outgoing) => Promise<void>
  setbackOf: (error: unknown) => Setback
  /** Runs one tab's sending at a time. */
  alone: (work: () => Promise<void>) => Promise<void>
  now: () => number
  wait: (ms: number, then: () => void) => () => void
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** A message at which the server fails this often counts as refused: those after it must not wait for ever. */
const mostFailures = 5

/** Sends pending messages one after the other, until all have arrived or were refused. */
export class Delivery {
  readonly #work: Work
  #running = false
  #askedAgain = false
  #waitMs = firstWaitMs
  /** The message at which the server failed last, and how often. */
  #failed = { id: '', times: 0 }
  #stopWaiting: (() => void) | null = null
  readonly #waitingFor = createStore<string | null>(null)

  constructor(work: Work) {
    this.#work = work
  }

  /** Why nothing can be sent for now, in words; null if it can. */
  readonly waitingFor = this.#waitingFor.read
  readonly subscribe = this.#waitingFor.subscribe

  /** Queues a message. */
  add(message: Omit<Outgoing, 'order' | 'refusal'>): void {
    const { store, now } = this.#work
    store.keep({ ...message, order: orderAfter(store.fresh(), now()), refusal: null })
    void this.deliver()
  }

  /** Retries a refused message. */
  retry(id: string): void {
    const { store, now } = this.#work
    const outbox = store.fresh()
    const message = outbox.find(one => one.id === id)
    if (!message) return
    store.keep(again(message, outbox, now()))
    void this.deliver()
  }

  /** Discards a message. One that waits may be on its way just then: it goes only if it doesn't arrive. */
  async remove(id: string): Promise<void> {
    const { store, alone } = this.#work
    if (store.fresh().find(one => one.id === id)?.refusal !== null) return store.remove(id)
    await alone(async () => store.remove(id))
    await this.deliver()
  }

  /** Sends what is waiting. Call it whenever there may be something to send, or a way to send it. */
  async deliver(): Promise<void> {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    if (this.#running) {
      this.#askedAgain = true
      return
    }
    this.#running = true
    try {
      do {
        this.#askedAgain = false
        await this.#work.alone(() => this.#sendAll())
      } while (this.#askedAgain)
    } finally {
      // The browser may refuse the lock, as to a page that it doesn’t show anymore.
      this.#running = false
    }
  }

  async #sendAll(): Promise<void> {
    const { store, send, setbackOf } = this.#work
    for (let message = nextOf(store.fresh()); message; message = nextOf(store.fresh())) {
      try {
        await send(message)
      } catch (error) {
        const { kind, words } = setbackOf(error)
        if (kind === 'failed') this.#countFailure(message.id)
        const again = kind === 'passing' || (kind === 'failed' && this.#failed.times < mostFailures)
        if (again) return this.#waitFor(words)
        store.keep({ ...message, refusal: words })
        continue
      }
      store.remove(message.id)
      this.#waitingFor.set(null)
      this.#waitMs = firstWaitMs
    }
    this.#waitingFor.set(null)
  }

  #countFailure(id: string): void {
    this.#failed = { id, times: id === this.#failed.id ? this.#failed.times + 1 : 1 }
  }

  #waitFor(words: string): void {
    this.#waitingFor.set(words)
    this.#stopWaiting = this.#work.wait(this.#waitMs, () => void this.deliver())
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs)
  }
}
