import { looksLikeOurs } from './own-names.ts'

/**
 * Words that stand where a username stands in an address (/profile/settings), or that could be mistaken for
 * the product itself.
 */
const reserved = new Set(
  (
    'settings edit wallet schedule me new profile login logout explore search saved followers following people welcome ' +
    'admin administrator operator support help faq terms privacy staff security root system ignite study-pal deleted'
  ).split(' '),
)

/**
 * How long a name may be, how often a person may change theirs, and how long others can't take the old one.
 */
export const usernameLimits = {
  shortest: 3,
  longest: 40,
  changes: 3,
  changesWithinDays: 30,
  heldDays: 90,
} as const

/** Whether a name is reserved, so that nobody may have it. */
export function isReservedUsername(name: string): boolean {
  return reserved.has(name.toLowerCase())
}

/** The one stored form of a username: compatibility forms folded, lower case. */
export function canonicalUsername(typed: string): string {
  return typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()
}

/** What is wrong with a canonical username, in words; null if nothing is. */
export function usernameFault(name: string): string | null {
  if (name.length < usernameLimits.shortest)
    return `Usernames need at least ${usernameLimits.shortest} characters.`
  if (name.length > usernameLimits.longest)
    return `Usernames can have up to ${usernameLimits.longest} characters.`
  if (!/^[a-z0-9._-]+$/.test(name)) return 'Use letters from a to z, digits, dots, dashes and underscores.'
  if (!/^[a-z0-9]/.test(name)) return 'Start with a letter or a digit.'
  // Closed accounts are called "deleted-…".
  if (isReservedUsername(name) || looksLikeOurs(name) || name.startsWith('deleted-'))
    return 'This username is reserved.'
  return null
}
