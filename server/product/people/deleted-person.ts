/** The displayed name of a person who closed their account. */
export const deletedName = 'Deleted account'

/** Replaces the address of a closed account: nobody can get mail there (`.invalid`, RFC 2606). */
export function deletedEmail(userId: string): string {
  return `deleted+${userId}@ignite.invalid`
}
