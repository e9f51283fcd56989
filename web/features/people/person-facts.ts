import type { PersonCard } from '#shared/api/people.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** What follows a name's comma without being a name. */
const suffix = /^(jr|sr|ii|iii|iv|ph\.?\s?d|[mj]\.?d|[bm]\.?[as]|ed\.?d|mba|rn|esq)\b/i

/** A person's first name. Directories of schools write "Smith, John". */
export function firstNameOf(name: string): string {
  const [before, after = ''] = name.split(',', 2).map(part => part.trim())
  const given = after && !suffix.test(after) ? after : before!
  return given.split(/\s+/)[0]!
}

/** What a person says about themselves, or otherwise a greeting in their name. */
export function introductionOf({ name, description }: Pick<PersonCard, 'name' | 'description'>): string {
  return description || `Hi, I’m ${firstNameOf(name)}. Nice to meet you.`
}

/** "$35 an hour", with cents if there are any. */
export function rateOf(hourlyRate: string): string {
  return `${formatDollars(decimalToCents(hourlyRate) ?? 0).replace(/\.00$/, '')} an hour`
}
