import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'

type PageParam = { offset: number; cursor?: string }

/** How a list pages: by the cursor, plus the count of its rows so far for a server that forgot the cursor. */
export const cursorPaging = <Page extends { next_cursor: string | null }>(
  rowsOf: (page: Page) => readonly unknown[],
) => ({
  initialPageParam: { offset: 0 } as PageParam,
  getNextPageParam: (last: Page, all: Page[]): PageParam | undefined =>
    last.next_cursor === null
      ? undefined
      : { offset: all.reduce((sum, page) => sum + rowsOf(page).length, 0), cursor: last.next_cursor },
  structuralSharing: keepChangedPages,
})

/**
 * Adds only the new page to a list that goes on: a fetch brings the others as they were when it began, and a card may have been changed
 * since.
 */
function keepChangedPages(before: unknown, fetched: unknown): unknown {
  const goesOn = isPaged(before) && isPaged(fetched) && fetched.pages.length === before.pages.length + 1
  return goesOn
    ? { ...fetched, pages: [...before.pages, fetched.pages.at(-1)] }
    : replaceEqualDeep(before, fetched)
}

function isPaged(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
}
