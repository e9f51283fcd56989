import type { BookingSide } from './booking-states.ts'

/**
 * Whether a session's people enter its call: online, and where they pay, since only the call shows that a
 * meeting took place.
 */
export function meetsInCall(location: string | null, free: boolean): boolean {
  return location === null || !free
}

/** How people show that a paid meeting in person takes place. */
export function onSiteText(role: BookingSide): string {
  return role === 'tutor'
    ? 'Press Start Now when you get there and have your students press Join Now. Stay in the call together for at least 5 minutes so we know the session happened.'
    : 'Press Join Now when you get there, and stay in the call for at least 5 minutes so we know the session happened.'
}
