export type FailureReason = 'timeout' | 'died' | 'busy' | 'aborted' | 'refused'

/** Why a job has no result. `refused` carries a code and a sentence about the file; the others are about us. */
export class JobFailure extends Error {
  readonly reason: FailureReason
  readonly code: string | undefined
  constructor(reason: FailureReason, message: string = reason, code?: string) {
    super(message)
    this.reason = reason
    this.code = code
  }
}
