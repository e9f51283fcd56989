import { problem } from '#server/platform/http/problem.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { type ProblemCode, problemStatus } from '#shared/api/problem.ts'

/** Throws the message for the person when their file couldn't be processed; passes other errors on. */
export function fileProblem(error: unknown): never {
  if (!(error instanceof ProcessFailure)) throw error
  switch (error.reason) {
    case 'refused':
      throw problem(isCode(error.code) ? error.code : 'broken_file', error.message)
    case 'died':
      throw problem('unsafe_file', 'This file is too complex to open.')
    case 'busy':
      throw problem('unavailable', 'We’re processing a lot of files right now. Try again in a moment.', {
        retryAfterSeconds: 15,
      })
    // A process that worked for as long would have died of its limit: the machine is busy.
    case 'timeout':
    case 'unready':
    case 'aborted':
      throw problem('upstream_unavailable', 'We can’t process files right now. Try again in a minute.', {
        retryAfterSeconds: 30,
        cause: error,
      })
  }
}

function isCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && code in problemStatus
}
