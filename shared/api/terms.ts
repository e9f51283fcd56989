import * as z from 'zod/mini'

/** The date of the current terms of use; a changed text gets a new date. */
export const termsVersion = '2026-11-29'

/**
 * The terms checkbox of booking and deciding. Pages that show it require it; a call that says nothing about
 * the terms is taken, and no version is stored for it.
 */
export const agreement = {
  terms: z.optional(z.literal(true, 'Agree to the terms first.')),
  terms_version: z._default(
    z.literal(termsVersion, 'The terms have changed. Reload the page to read them.'),
    termsVersion,
  ),
}

/** The version of the terms that a call agrees to; null if it says nothing about them. */
export function agreedVersion(given: { terms?: true | undefined; terms_version: string }): string | null {
  return given.terms ? given.terms_version : null
}
