import { redirect } from '@tanstack/react-router'
import type { Login } from '#web/features/logins/queries.ts'

type Arrival = {
  context: { login: Login | null }
  search: Record<string, unknown>
  /** Whether the page is only prefetched. */
  preload: boolean
}

/**
 * Redirects a newcomer from the feed to the welcome, once: after leaving it they can go anywhere. Other links
 * work as they are.
 */
export function leadNewcomer({ context: { login }, search, preload }: Arrival): void {
  const headingSomewhere = Object.values(search).some(value => value !== undefined)
  if (!login || login.welcomed || headingSomewhere || preload || wasLed(login.username)) return
  throw redirect({ to: '/welcome', replace: true })
}

let led: string | null = null

function wasLed(username: string): boolean {
  // A server that draws a page keeps nothing of anybody. The browser knows whether to show this drawing (paint-first.js).
  if (import.meta.env.SSR) return false
  const before = led === username || kept() === username
  led = username
  try {
    sessionStorage.setItem('led to the welcome', username)
  } catch {
    // A browser without storage redirects again after a reload.
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
