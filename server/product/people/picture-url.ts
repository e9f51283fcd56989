/**
 * Where a person's picture is, or null. Only our own copies are ever shown: a provider's picture would tell that provider
 * who looks at whom.
 */
export function pictureUrl(pictureId: string | null): string | null {
  return pictureId && `/api/profile/picture/${pictureId}`
}
