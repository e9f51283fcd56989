import { hasUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { toast } from '#web/ui/toast.ts'

const id = 'login ended'
let stays = false

/**
 * Whether the page of a person whose login has ended must stay, since a form on it has unsaved changes. Then they are told how to save
 * them: `followOtherTabs` hears when they have signed in elsewhere.
 */
export function staysForUnsaved(): boolean {
  if (!hasUnloadWarning()) {
    stays = false
    toast.dismiss(id)
    return false
  }
  stays = true
  toast.lasting('You’ve been signed out. Sign in again in a new tab, then save your changes here.', {
    id,
    action: { label: 'Sign in', onClick: () => window.open('/login', '_blank', 'noopener') },
  })
  return true
}

/** Whether the page stays though the login has ended. */
export const hasStayed = () => stays

/** Tells a person whose page stayed that they can save now. */
export function saySignedInAgain(): void {
  if (!stays) return
  stays = false
  toast.dismiss(id)
  if (hasUnloadWarning()) toast.success('You’re signed in again. Save your changes now.')
}

/** The longest that closing an account can take: as long as an answer of the server may take. */
export const longestClosingMs = 120_000
let triedAt: number | null = null

/**
 * Notes whether the account may be closed, since an attempt to delete it got no answer. It isn't if somebody is still signed in when the
 * attempt must be over (`sawSignedIn`), or the person ended the login themselves.
 */
export function expectClosed(closed: boolean): void {
  triedAt = closed ? Date.now() : null
}

/** Notes that somebody was signed in when the server was asked. Until the attempt is over, the account may still close. */
export function sawSignedIn(askedAt: number): void {
  if (triedAt !== null && askedAt - triedAt >= longestClosingMs) triedAt = null
}

/** Whether closing the account most likely ended the login. */
export const expectedClosed = (): boolean => triedAt !== null
