import type { PersonCard } from '#shared/api/people.ts'

/** What a person says of themselves, or a greeting in their name where they don't. */
export function introductionOf({ name, description }: Pick<PersonCard, 'name' | 'description'>): string {
  return description || `Hi, I’m ${name.trim().split(/\s+/)[0]}. Nice to meet you.`
}

/** "$35 an hour", with cents where there are any. */
export function rateOf(hourlyRate: string): string {
  return `$${hourlyRate.replace(/\.00$/, '')} an hour`
}
