/** Older servers don't say the id. */
type Owner = { id?: string | undefined; email: string }

let owner: Owner | undefined

/**
 * Names a person in what this browser stores, also once they have another username or address. Once the id is known it stays the name,
 * though an older server may answer next.
 */
export const ownerKey = ({ id, email }: Owner): string =>
  id ?? (owner?.email === email ? owner.id : undefined) ?? email

/** Whose pages this tab has shown since it was loaded; undefined if nobody's yet. */
export const pageOwner = (): Owner | undefined => owner

/** Whether the page is this person's. It belongs to the first, and is loaded anew for another. */
export function ownPage({ id, email }: Owner): boolean {
  owner ??= { id, email }
  if (id && owner.id) return id === owner.id
  if (email !== owner.email) return false
  owner.id ??= id
  return true
}
