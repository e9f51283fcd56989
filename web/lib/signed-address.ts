import { readLinkSeconds } from '#shared/domain/file-types.ts'

/** A signed URL of a file, and until when it is good by this machine's clock. */
export type SignedAddress = { url: string; goodUntil: number }

/** For how long an address is taken for good, from before it was asked for: the request it is for takes a moment too. */
export const addressMs = (readLinkSeconds - 5) * 1000
