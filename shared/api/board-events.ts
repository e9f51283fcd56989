import * as z from 'zod/mini'
import type { BoardElement } from './boards.ts'
import { uuid } from './fields.ts'

/**
 * The events of the namespace `/boards`. Drawings go through `boards.draw`, which stores them; a socket only
 * announces them, and shows where the others point.
 */
export const boardEvents = {
  /**
   * Subscribes to a board until `leave` or for `boardEnteredSeconds`: a client that stays enters again before
   * that.
   */
  enter: z.object({ board_id: uuid }),
  leave: z.object({ board_id: uuid }),
  /** Shows the others where this person's pointer is. */
  point: z.object({
    board_id: uuid,
    x: z.number().check(z.gte(-1e9), z.lte(1e9)),
    y: z.number().check(z.gte(-1e9), z.lte(1e9)),
    tool: z.enum(['pointer', 'laser']),
    button: z.enum(['up', 'down']),
    selected: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50)),
  }),
}

/** How long a socket that entered a board receives its events; after that it must still have access. */
export const boardEnteredSeconds = 90

/** Sent as `drawn` to everyone who looks at a board: everything from number `before` to `sequence`. */
export type BoardDrawn = {
  board_id: string
  before: number
  sequence: number
  /** Null if there are too many to send: then clients fetch them. */
  elements: BoardElement[] | null
}

/**
 * Sent as `pointed`: where somebody's pointer is. `id` is that person's for as long as they are connected.
 */
export type BoardPointed = z.output<typeof boardEvents.point> & { id: string; name: string; username: string }

/** Sent as `left`: a pointer that is gone. */
export type BoardLeft = { board_id: string; id: string }
