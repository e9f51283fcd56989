/** What one calls a person. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0]!
}
