import { again, nextOf, type Outbox, type Outgoing, orderAfter } from './outbox.ts'

/** Where what is on its way is kept. */
export type OutboxStore = {
  /** As all tabs of this browser have it now. */
  fresh: () => Outbox
  keep: (message: Outgoing) => void
  remove: (id: string) => void
}

/** How a message fared that didn't arrive: refused for good, or to be tried again after a while. */
export type Setback = { kind: 'refused' | 'passing'; words: string }

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

/** Sends what is on its way, one after the other, until all has arrived or was refused. */
export class Delivery {
  readonly #work: Work
  readonly #listeners = new Set<() => void>()
  #running = false
  #askedAgain = false
  #waitMs = firstWaitMs
  #stopWaiting: (() => void) | null = null
  #waitingFor: string | null = null

  constructor(work: Work) {
    this.#work = work
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Why nothing can be sent for now, in words; null while it can. */
  readonly waitingFor = () => this.#waitingFor

  /** Puts a message on its way. */
  add(message: Omit<Outgoing, 'order' | 'refusal'>): void {
    const { store, now } = this.#work
    store.keep({ ...message, order: orderAfter(store.fresh(), now()), refusal: null })
    void this.deliver()
  }

  /** Sends a refused message once more. */
  retry(id: string): void {
    const { store, now } = this.#work
    const outbox = store.fresh()
    const message = outbox.find(one => one.id === id)
    if (!message) return
    store.keep(again(message, outbox, now()))
    void this.deliver()
  }

  /** Takes back a message that was refused. */
  remove(id: string): void {
    this.#work.store.remove(id)
  }

  /** Sends what waits. Called whenever there may be something to send, or a way to send it. */
  async deliver(): Promise<void> {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    if (this.#running) {
      this.#askedAgain = true
      return
    }
    this.#running = true
    do {
      this.#askedAgain = false
      await this.#work.alone(() => this.#sendAll())
    } while (this.#askedAgain)
    this.#running = false
  }

  async #sendAll(): Promise<void> {
    const { store, send, setbackOf } = this.#work
    for (let message = nextOf(store.fresh()); message; message = nextOf(store.fresh())) {
      try {
        await send(message)
      } catch (error) {
        const { kind, words } = setbackOf(error)
        if (kind === 'passing') return this.#waitFor(words)
        store.keep({ ...message, refusal: words })
        continue
      }
      store.remove(message.id)
      this.#say(null)
      this.#waitMs = firstWaitMs
    }
    this.#say(null)
  }

  #waitFor(words: string): void {
    this.#say(words)
    this.#stopWaiting = this.#work.wait(this.#waitMs, () => void this.deliver())
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs)
  }

  #say(words: string | null): void {
    if (words === this.#waitingFor) return
    this.#waitingFor = words
    for (const listener of this.#listeners) listener()
  }
}
