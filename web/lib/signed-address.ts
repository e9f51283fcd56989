import { readLinkSeconds } from '#shared/domain/file-types.ts'

/** A signed URL of a file, and its expiry by this machine's clock. */
export type SignedAddress = { url: string; goodUntil: number }

/** How long an address counts as valid, from before it was requested: using it takes a moment too. */
export const addressMs = (readLinkSeconds - 5) * 1000
