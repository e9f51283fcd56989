/** Older servers don't say the id. */
type Owner = { id?: string | undefined; email: string }

/** Names a person in what this browser stores, also once they have another username or address. */
export const ownerKey = ({ id, email }: Owner): string => id ?? email

let owner: Owner | undefined

/** Whose pages this tab has shown since it was loaded; undefined if nobody's yet. */
export const pageOwner = (): Owner | undefined => owner

/** Whether the page is this person's. It belongs to the first, and is loaded anew for another. */
export function ownPage({ id, email }: Owner): boolean {
  owner ??= { id, email }
  return id && owner.id ? id === owner.id : email === owner.email
}
