import { Busy } from '../semaphore.ts'

export type FailureReason = 'timeout' | 'died' | 'unready' | 'busy' | 'aborted' | 'refused'

/**
 * Why a process has no result. `refused` carries a code and a sentence about the file; `timeout` and `died`
 * happened while it was processed; `unready`, `busy` and `aborted` have nothing to do with the file.
 */
export class ProcessFailure extends Error {
  readonly reason: FailureReason
  readonly code: string | undefined
  constructor(reason: FailureReason, message: string = reason, code?: string) {
    super(message)
    this.reason = reason
    this.code = code
  }
}

/** Throws the failure of a job that a semaphore didn't admit. */
export function notAdmitted(error: unknown): never {
  throw new ProcessFailure(error instanceof Busy ? 'busy' : 'aborted')
}
