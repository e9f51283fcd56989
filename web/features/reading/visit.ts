import { visitMinutes } from '#shared/domain/reading.ts'
import { logFailure } from '#web/lib/log-failure.ts'

const storageKey = 'visit'

type Visit = { id: string; startedAt: number }

/** The id of the current visit, which lasts 30 minutes; it groups the views of one sitting. */
export function visitId(now = Date.now()): string {
  const known = read()
  if (known && now >= known.startedAt && now - known.startedAt < visitMinutes * 60_000) return known.id
  const fresh = { id: randomId(), startedAt: now }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(fresh))
  } catch (error) {
    // Storage may be blocked; then each view is its own visit.
    logFailure('No session ID', error)
  }
  return fresh.id
}

// randomUUID exists only on https, but a checkout may run on plain http.
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function read(): Visit | null {
  try {
    const visit = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return typeof visit?.id === 'string' && typeof visit.startedAt === 'number' ? visit : null
  } catch {
    return null
  }
}
