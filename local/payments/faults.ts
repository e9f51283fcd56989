import { ApiError, refused } from './errors.ts'
import type { Fault } from './tables.ts'
import { newId, type World } from './world.ts'

/** Makes the next calls fail; a * in the path matches anything. */
export function addFault(world: World, fault: Omit<Fault, 'id'>): Fault {
  return world.store.put('fault', { ...fault, id: newId('fault') })
}

/** Lets every call succeed again. */
export function clearFaults(world: World): void {
  for (const { id } of world.store.all('fault')) world.store.remove('fault', id)
}

/** The fault for this call, if there is one, and counts it down. */
export function takeFault(world: World, method: string, path: string): Fault | null {
  const fault = world.store.all('fault').find(({ method: of, path: where }) => {
    return (of === '*' || of === method) && asPattern(where).test(path)
  })
  if (!fault) return null
  return world.store.change(() => {
    if (fault.skip > 0) {
      world.store.put('fault', { ...fault, skip: fault.skip - 1 })
      return null
    }
    if (fault.times > 1) world.store.put('fault', { ...fault, times: fault.times - 1 })
    else world.store.remove('fault', fault.id)
    return fault
  })
}

/** The answer of a fault instead of doing anything. */
export function answerOf({ kind, code }: Fault): ApiError | null {
  if (kind === 'error' || kind === 'error_stored') {
    const message = 'An error occurred while processing your request. (A fault set by hand.)'
    return new ApiError(500, { type: 'api_error', message }, kind === 'error_stored')
  }
  if (kind === 'rate_limit') {
    const message = 'Request rate limit exceeded. (A fault set by hand.)'
    return new ApiError(429, { type: 'invalid_request_error', code: 'rate_limit', message })
  }
  if (kind === 'refuse') return refused('This can’t be done. (Set by hand.)', code)
  if (kind === 'conflict') return inUse('(a fault set by hand)')
  return null
}

/** Two calls with the same key at once. */
export function inUse(key: string): ApiError {
  const message = `There is currently another in-progress request using this Idempotent Key: ${key}`
  return new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}

function asPattern(path: string): RegExp {
  const parts = path.split('*').map(part => RegExp.escape(part))
  return new RegExp(`^${parts.join('.*')}$`)
}
