/** The displayed name of a person who closed their account. */
export const deletedName = 'Deleted account'

const domain = 'ignite.invalid'

/** Replaces the address of a closed account: nobody can get mail there (`.invalid`, RFC 2606). */
export function deletedEmail(userId: string): string {
  return `deleted+${userId}@${domain}`
}

/** Whether an address stands for a closed account, and reaches nobody. */
export function isDeletedEmail(email: string): boolean {
  return email.endsWith(`@${domain}`)
}
