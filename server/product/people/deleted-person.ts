/** The displayed name of a person who closed their account. */
export const deletedName = 'Deleted account'

export function deletedEmail(userId: string): string {
  return `deleted+${userId}@ignite.invalid`
}
