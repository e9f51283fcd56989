/** Words that stand at the place of a username in an address (/profile/settings), or that would pass for the product itself. */
const reserved = new Set(
  (
    'settings edit wallet schedule me new profile login logout explore search saved followers following people welcome ' +
    'admin administrator operator support help faq terms privacy staff security root system ignite study-pal deleted'
  ).split(' '),
)

export const usernameLimits = {
  shortest: 3,
  longest: 40,
  changes: 3,
  changesWithinDays: 30,
  heldDays: 90,
} as const

/** Whether a name may belong to nobody. */
export function isReservedUsername(name: string): boolean {
  return reserved.has(name.toLowerCase())
}

/** The one form of a username that is stored: compatibility forms folded, lower case. */
export function canonicalUsername(typed: string): string {
  return typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()
}

/** What is wrong with a canonical username, in words; null when nothing is. */
export function usernameFault(name: string): string | null {
  if (name.length < usernameLimits.shortest)
    return `A username has at least ${usernameLimits.shortest} characters.`
  if (name.length > usernameLimits.longest)
    return `A username has at most ${usernameLimits.longest} characters.`
  if (!/^[a-z0-9._-]+$/.test(name)) return 'Use letters from a to z, digits, dots, dashes and underscores.'
  if (!/^[a-z0-9]/.test(name)) return 'Begin with a letter or a digit.'
  if (isReservedUsername(name)) return 'This name is kept for Ignite itself.'
  return null
}
