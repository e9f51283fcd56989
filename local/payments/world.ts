import { randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

/** What the parts of the stand-in share. */
export type World = {
  store: Store
  /** Seconds since 1970, as the API counts time. */
  now: () => number
  publicUrl: string
  /** The request that is being answered: events name it. */
  cause: { id: string; idempotency_key: string | null } | null
  /** Hears of each event that is to be delivered. */
  onEvent: (id: string) => void
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id as the provider makes them: ch_3Qx… */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${[...randomBytes(length)].map(byte => letters[byte % letters.length]).join('')}`
}
