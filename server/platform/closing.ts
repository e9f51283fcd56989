import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** How a part of a server ends: it waits for what it owns, and can be told to let go of it. */
export type Closing = {
  close(): Promise<void>
  /** What it still waits for, in words for the log. */
  waitsFor(): string[]
  /** Lets go of all that on the spot, where there is a way. */
  cut?(): void
}

type Part = { name: string; part: Closing; withinMs: number }

/** How long a part may take to end once it was cut. */
const afterCutMs = 1_000

/**
 * Ends parts one after the other. One that takes longer than its time is cut, with word in the log of what it waited for: a server
 * that can't be closed can't be restarted.
 */
export async function closeInTurn(parts: Part[], log: FastifyBaseLogger): Promise<void> {
  for (const { name, part, withinMs } of parts) {
    const closing = part
      .close()
      .catch(error => log.error({ err: error, part: name }, 'a part didn’t close well'))
    if (await endsWithin(closing, withinMs)) continue
    log.warn({ part: name, waitsFor: part.waitsFor() }, 'a part takes too long to close')
    part.cut?.()
    if (!(await endsWithin(closing, afterCutMs)))
      log.error(
        { part: name, waitsFor: part.waitsFor() },
        'a part doesn’t close: the rest goes on without it',
      )
  }
}

export async function endsWithin(closing: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new AbortController()
  const inTime = closing.then(() => true)
  const tooLate = wait(ms, false, { signal: late.signal }).catch(() => false)
  return await Promise.race([inTime, tooLate]).finally(() => late.abort())
}
