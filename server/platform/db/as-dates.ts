import type { KyselyPlugin } from 'kysely'

/** Rows for a library that only knows `Date`: comparing a `Temporal.Instant` throws. */
export function withDates<R extends object>(rows: readonly R[]): R[] {
  return rows.map(
    row =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value instanceof Temporal.Instant ? new Date(value.epochMilliseconds) : value,
        ]),
      ) as R,
  )
}

/** The database, wrapped for such a library. */
export const asDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: withDates(result.rows) }),
}
