import type { PostCard } from '#shared/api/posts.ts'

/** The filters besides the CRN, as in the address. Schools, terms and people go by their names. */
export type MoreFilters = {
  school?: string | undefined
  course?: number | undefined
  term?: string | undefined
  kind?: PostCard['kind'] | undefined
  author?: string | undefined
}

/** What posts and pages are searched by. */
export type PostSearch = { text: string; crn: string } & MoreFilters

export const noFilters = {
  crn: undefined,
  school: undefined,
  course: undefined,
  term: undefined,
  kind: undefined,
  author: undefined,
}

/** How many filters are set, besides the CRN. */
export function countOf({ school, course, term, kind, author }: MoreFilters): number {
  return [school, course, term, kind, author].filter(value => value !== undefined).length
}

export function isFiltered(filters: MoreFilters): boolean {
  return countOf(filters) > 0
}

export const kinds = { pdf: 'PDF', image: 'Image' }
