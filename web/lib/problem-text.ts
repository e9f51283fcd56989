import { ProblemError } from './problem-error.ts'

/** The message for a person about any failure. */
export function problemText(error: unknown): string {
  return error instanceof ProblemError
    ? error.detail
    : 'Oops! Something went wrong. Please try again in a bit.'
}
