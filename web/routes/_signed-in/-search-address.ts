import { isCourseId } from '#shared/domain/course-strings.ts'
import type { MoreFilters } from '#web/features/search/filters.ts'

export type SearchType = 'posts' | 'pages' | 'people'

const types: readonly SearchType[] = ['posts', 'pages', 'people']
const kinds = ['pdf', 'image'] as const

/** Posts if `type` is absent: an address without it isn't changed, which would be a redirect before anything shows. */
export type SearchAddress = MoreFilters & {
  text?: string | undefined
  type?: SearchType | undefined
  crn?: string | undefined
}

export function parseSearchAddress(search: Record<string, unknown>): SearchAddress {
  return {
    text: textOf(search.text, 100),
    type: types.find(type => type === search.type),
    crn: textOf(search.crn, 12),
    school: textOf(search.school, 200),
    course: isCourseId(String(search.course)) ? Number(search.course) : undefined,
    term: textOf(search.term, 60),
    kind: kinds.find(kind => kind === search.kind),
    author: textOf(search.author, 60)?.replace(/^@/, '') || undefined,
  }
}

function textOf(value: unknown, max: number): string | undefined {
  return (typeof value === 'string' && value.trim().slice(0, max)) || undefined
}
