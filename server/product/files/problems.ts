import { problem } from '#server/platform/http/problem.ts'
import { JobFailure } from '#server/platform/sandbox/failure.ts'
import { type ProblemCode, problemStatus } from '#shared/api/problem.ts'

/** Throws what the person is told when their file couldn't be worked on; other errors pass as they are. */
export function fileProblem(error: unknown): never {
  if (!(error instanceof JobFailure)) throw error
  switch (error.reason) {
    case 'refused':
      throw problem(isCode(error.code) ? error.code : 'broken_file', error.message)
    case 'timeout':
    case 'died':
      throw problem('unsafe_file', 'This file takes more time or memory to open than any document needs.')
    case 'busy':
      throw problem('unavailable', 'Many files are being worked on right now. Try again in a moment.', {
        retryAfterSeconds: 15,
      })
    case 'unready':
    case 'aborted':
      throw problem(
        'upstream_unavailable',
        'Files can’t be worked on at the moment. Try again in a minute.',
        {
          retryAfterSeconds: 30,
        },
      )
  }
}

function isCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && code in problemStatus
}
