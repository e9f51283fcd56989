import { randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

/** Shared by the parts of the stand-in. */
export type World = {
  store: Store
  /** Seconds since 1970, as the API counts time. */
  now: () => number
  publicUrl: string
  /** The current request: events name it. */
  cause: { id: string; idempotency_key: string | null } | null
  /** Gets each event to deliver. */
  onEvent: (id: string) => void
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in the provider's format: ch_3Qx… */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${[...randomBytes(length)].map(byte => letters[byte % letters.length]).join('')}`
}
