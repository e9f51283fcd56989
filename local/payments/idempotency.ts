import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import { inUse } from './faults.ts'
import type { Answered } from './tables.ts'
import type { World } from './world.ts'

/** How long a key is remembered. */
export const keptSeconds = 86_400

export type Keys = {
  /** The key's stored answer, or null: then the key is taken until released. */
  take: (key: string, request: string) => Answered | null
  keep: (key: string, request: string, answer: Pick<Answered, 'status' | 'body' | 'requestId'>) => void
  release: (key: string) => void
}

/** Which keys were used, for which calls, with which answers. */
export function createKeys(world: World): Keys {
  const busy = new Set<string>()
  return {
    take(key, request) {
      const before = world.store.get('answered', key)
      if (before && before.at + keptSeconds > world.now()) {
        if (before.request !== request) throw otherRequest(key)
        return before
      }
      if (busy.has(key)) throw inUse(key)
      busy.add(key)
      return null
    },
    keep(key, request, answer) {
      world.store.put('answered', { id: key, request, at: world.now(), ...answer })
    },
    release: key => void busy.delete(key),
  }
}

/** What must match for the key to count as the same call. */
export function fingerprint(...parts: (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function otherRequest(key: string): ApiError {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new ApiError(400, { type: 'idempotency_error', message })
}
