/**
 * Names the person whose page asks for a change, by their id, so that it isn't made for somebody who signed in since in another tab.
 * Without it, the login alone counts.
 */
export const ownerHeader = 'ignite-owner'
