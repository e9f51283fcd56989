/** Too many callers wait already. */
export class Busy extends Error {
  override name = 'Busy'
}

type Waiting = { admit: () => void }

/**
 * Admits `size` callers at once, but only one per person; the others wait, and waiting people take turns, no
 * matter how many callers each has. At most `maxWaiting` wait in total and `maxOfOne` per person; more are
 * refused as `Busy`. A caller without a person counts as a person of its own.
 */
export function createSemaphore(size: number, maxWaiting: number, maxOfOne = maxWaiting) {
  // In the order of turns: a person who finishes goes to the back.
  const queues = new Map<unknown, Waiting[]>()
  const inside = new Set<unknown>()
  let waiting = 0

  function admitNext(): void {
    while (inside.size < size) {
      const next = [...queues].find(([person]) => !inside.has(person))
      if (!next) return
      const [person, queue] = next
      const { admit } = queue.shift()!
      waiting--
      if (queue.length === 0) queues.delete(person)
      inside.add(person)
      admit()
    }
  }

  /** Resolves when it is this caller's turn, with the function to call when done. Rejects with the signal's reason if it comes first. */
  async function enter(signal?: AbortSignal, person: unknown = Symbol('nobody else')): Promise<() => void> {
    signal?.throwIfAborted()
    const queue = queues.get(person) ?? []
    const mustWait = inside.size >= size || inside.has(person)
    if (mustWait && (waiting >= maxWaiting || queue.length >= maxOfOne)) throw new Busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { admit: resolve }
    const giveUp = () => {
      const at = queue.indexOf(entry)
      if (at < 0) return
      queue.splice(at, 1)
      waiting--
      if (queue.length === 0) queues.delete(person)
      reject(signal?.reason)
    }
    queue.push(entry)
    queues.set(person, queue)
    waiting++
    signal?.addEventListener('abort', giveUp, { once: true })
    admitNext()
    await promise
    signal?.removeEventListener('abort', giveUp)
    return () => {
      inside.delete(person)
      const more = queues.get(person)
      if (more) {
        queues.delete(person)
        queues.set(person, more)
      }
      admitNext()
    }
  }

  return { enter }
}
