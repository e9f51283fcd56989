import { visitMinutes } from '#shared/domain/reading.ts'

const storageKey = 'visit'

type Visit = { id: string; startedAt: number }

/** The id of the present visit, which lasts 30 minutes; it tells views of one sitting from those of another. */
export function visitId(now = Date.now()): string {
  const known = read()
  if (known && now >= known.startedAt && now - known.startedAt < visitMinutes * 60_000) return known.id
  const fresh = { id: randomId(), startedAt: now }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(fresh))
  } catch {
    // Storage can be forbidden; each view is then a visit of its own.
  }
  return fresh.id
}

// randomUUID exists only on https; a checkout may be looked at over plain http.
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
