import { within } from '#shared/domain/within.ts'
import { timeLimits } from '../time-limits.ts'
import { tooMany } from './call-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    inTurn: InTurn
  }
}

/** Does a caller's work when it is their turn. */
export type InTurn = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Does `atOnce` of each caller's work at a time. The rest waits in the caller's own queue, and not in everyone's for the
 * database's connections; what waits too long is refused. A semaphore (semaphore.ts) would share `atOnce` among all callers.
 */
export function createTurns(atOnce: number): InTurn {
  const callers = new Map<string, { underWay: number; waiting: Set<() => void> }>()
  return async (caller, work) => {
    const theirs = callers.get(caller) ?? { underWay: 0, waiting: new Set() }
    if (theirs.underWay < atOnce) {
      theirs.underWay++
      callers.set(caller, theirs)
    } else await turnIn(theirs.waiting)
    try {
      return await work()
    } finally {
      const [next] = theirs.waiting
      if (next) {
        theirs.waiting.delete(next)
        next()
      } else if (--theirs.underWay === 0) callers.delete(caller)
    }
  }
}

async function turnIn(waiting: Set<() => void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  await within(timeLimits.turn, promise)
  // If it is still in the set, its turn never came.
  if (waiting.delete(resolve)) throw tooMany(1)
}
