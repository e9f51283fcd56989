/**
 * How long a call waits for what, in milliseconds. While the database is frozen, everyone gets an answer within ten seconds (security
 * D-2): time-limits.test.ts adds up what can follow each other.
 */
export const timeLimits = {
  /** For its turn among the calls of its caller. */
  turn: 3_000,
  /** For a connection of the pool. */
  connection: 3_500,
  /** For a statement, which PostgreSQL then ends. */
  statement: 6_000,
  /** For a database that ends no statement, since it hangs. */
  silence: 6_500,
  /** For a replica that hangs. Then the primary answers. */
  replicaSilence: 3_000,
}
