import type { BookingSide } from './booking-states.ts'

/** How people show that a paid meeting in person takes place. */
export function onSiteText(role: BookingSide): string {
  return role === 'tutor'
    ? 'Press Start Now when you get there and have your students press Join Now. Stay in the call together for at least 5 minutes so we know the session happened.'
    : 'Press Join Now when you get there, and stay in the call for at least 5 minutes so we know the session happened.'
}
