/**
 * Names the person whose page asks for a change, so that it isn't made for somebody who signed in since in another tab. Without it,
 * the login alone counts.
 */
export const ownerHeader = 'ignite-owner'

/** Its value: a header can't hold every letter that an email can. */
export const ownerValue = (email: string): string => encodeURIComponent(email)
