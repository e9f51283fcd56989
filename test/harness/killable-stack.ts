import { inject } from 'vitest'
import { jobsUnderWay } from '../../local/jobs.ts'
import { eventually } from './eventually.ts'
import { type KillableStack, killableStackOn } from './killable.ts'

export type { KillableStack }

/** The product as a process that can be killed, for one test file. */
export function killableStack(options?: { publicUrl?: string }): Promise<KillableStack> {
  return killableStackOn(inject('postgresUrl'), options)
}

/**
 * Resolves when nothing is in progress anymore, within the time that a dead worker’s jobs need to be picked
 * up.
 */
export function quiet({ db }: KillableStack): Promise<void> {
  return eventually('nothing is under way', async () => (await jobsUnderWay(db)) === 0, 90_000)
}
