import { redirect } from '@tanstack/react-router'
import type { Login } from '#web/features/login/queries.ts'

type Arrival = {
  context: { login: Login }
  search: Record<string, unknown>
  /** Whether the page is only fetched ahead. */
  preload: boolean
}

/**
 * Leads a newcomer from the start of the feed to the welcome, once: who leaves it goes where they want. A link to anything in
 * particular is followed as it is.
 */
export function leadNewcomer({ context: { login }, search, preload }: Arrival): void {
  const headingSomewhere = Object.values(search).some(value => value !== undefined)
  if (login.welcomed || headingSomewhere || preload || wasLed(login.username)) return
  throw redirect({ to: '/welcome', replace: true })
}

let led: string | null = null

function wasLed(username: string): boolean {
  const before = led === username || kept() === username
  led = username
  try {
    sessionStorage.setItem('led to the welcome', username)
  } catch {
    // A browser that keeps nothing leads again after a reload.
  }
  return before
}

function kept(): string | null {
  try {
    return sessionStorage.getItem('led to the welcome')
  } catch {
    return null
  }
}
