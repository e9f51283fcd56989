import { visitMinutes } from '#shared/domain/reading.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'

const storageKey = 'visit'

type Visit = { id: string; startedAt: number }

/** The id of the current visit, which lasts 30 minutes; it groups the views of one sitting. */
export function visitId(now = Date.now()): string {
  const known = read()
  if (known && now >= known.startedAt && now - known.startedAt < visitMinutes * 60_000) return known.id
  const fresh = { id: randomUuid(), startedAt: now }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(fresh))
  } catch (error) {
    // Storage may be blocked; then each view is its own visit.
    logFailure('No session ID', error)
  }
  return fresh.id
}

function read(): Visit | null {
  try {
    const visit = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return typeof visit?.id === 'string' && typeof visit.startedAt === 'number' ? visit : null
  } catch {
    return null
  }
}
