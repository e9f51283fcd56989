import type { KyselyPlugin } from 'kysely'

/** Rows for a library that knows times only as `Date`: a `Temporal.Instant` isn't one, and throws where it is compared. */
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

/** The database as such a library is given it. */
export const asDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: withDates(result.rows) }),
}
