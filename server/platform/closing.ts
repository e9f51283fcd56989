import type { FastifyBaseLogger } from 'fastify'
import { within } from '#shared/domain/within.ts'

/** How a part of a server shuts down: it waits for its own work, and can be told to drop it. */
export type Closing = {
  close(): Promise<void>
  /** What it still waits for, in words for the log. */
  waitsFor(): string[]
  /** Drops everything at once, if it can. */
  cut?(): void
}

export type Part = { name: string; part: Closing; withinMs: number }

/** How long a part may take to end after it was cut off. */
const afterCutMs = 1_000

/**
 * Closes parts one after the other. Cuts off a part that takes too long and logs what it waited for: a server
 * that can't shut down can't be restarted.
 */
export async function closeInTurn(parts: Part[], log: FastifyBaseLogger): Promise<void> {
  for (const { name, part, withinMs } of parts) {
    const closing = part
      .close()
      .catch(error => log.error({ err: error, part: name }, 'closing a part failed'))
    if (await endsWithin(closing, withinMs)) continue
    log.warn({ part: name, waitsFor: part.waitsFor() }, 'a part takes too long to close')
    part.cut?.()
    if (!(await endsWithin(closing, afterCutMs)))
      log.error(
        { part: name, waitsFor: part.waitsFor() },
        'a part didn’t close in time: the rest closes without it',
      )
  }
}

/** Whether a promise resolves within `ms` milliseconds. Rejects if it rejects sooner; doesn't cancel it. */
export async function endsWithin(closing: Promise<unknown>, ms: number): Promise<boolean> {
  return (
    (await within(
      ms,
      closing.then(() => true),
    )) ?? false
  )
}
