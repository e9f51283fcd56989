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
})
