import { ProblemError } from './problem-error.ts'

/** The message for a person about any failure. */
export function problemText(error: unknown): string {
  return error instanceof ProblemError
    ? error.detail
    : 'Oops! Something went wrong. Please try again in a bit.'
}

/**
 * The message at a form that wasn't sent. None if the login has ended: then `staysForUnsaved` tells the person how to go on, or the page
 * leads to the sign-in.
 */
export function sendingText(error: unknown): string | undefined {
  return error instanceof ProblemError && error.code === 'unauthenticated' ? undefined : problemText(error)
}
