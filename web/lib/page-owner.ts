let owner: string | undefined

/** Whose pages this tab has shown since it was loaded: their email; undefined if nobody's yet. */
export const pageOwner = (): string | undefined => owner

/** The page belongs to the first; it is loaded anew for another. */
export function ownPage(email: string): void {
  owner ??= email
}
