import * as z from 'zod/mini'

/** The day of the terms of use as they are now; another text has another day. */
export const termsVersion = '2026-11-22'

/** The terms box of a form: nothing is booked or decided without it. What is kept is the version that was shown beside it. */
export const agreement = {
  terms: z.literal(true, 'Agree to the terms first.'),
  terms_version: z._default(
    z.literal(termsVersion, 'The terms have changed. Load the page again to read them.'),
    termsVersion,
  ),
}
