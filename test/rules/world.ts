import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'

/** The people of whom and for whom the permission tests ask. */
export type World = {
  stack: Stack
  /** The owner of the requested things; blocks `blocked`. */
  owner: Person
  other: Person
  blocked: Person
  /** Signed in once, then suspended. */
  suspended: Person
  operator: Person
  /** The student of the owner's bookings. */
  joinee: Person
  visitor: Person
  /**
   * Whether the asker leaves the thing unchanged, by only reading or by being refused: then others can share
   * it.
   */
  staysAsIs?: boolean
}
