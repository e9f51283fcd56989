import type { PersonCard } from '#shared/api/people.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** A person's displayed name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0]!
}

/** What a person says about themselves, or otherwise a greeting in their name. */
export function introductionOf({ name, description }: Pick<PersonCard, 'name' | 'description'>): string {
  return description || `Hi, I’m ${firstNameOf(name)}. Nice to meet you.`
}

/** "$35 an hour", with cents if there are any. */
export function rateOf(hourlyRate: string): string {
  return `${formatDollars(decimalToCents(hourlyRate) ?? 0).replace(/\.00$/, '')} an hour`
}
