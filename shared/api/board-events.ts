import * as z from 'zod/mini'
import type { BoardElement } from './boards.ts'
import { uuid } from './fields.ts'

/**
 * The events of the namespace `/boards`. What is drawn goes through `boards.draw`, which keeps it; a socket only hears of it, and shows
 * where the others are.
 */
export const boardEvents = {
  /** Hear of a board, until `leave` or for `boardEnteredSeconds`: whoever stays enters again before. */
  enter: z.object({ board_id: uuid }),
  leave: z.object({ board_id: uuid }),
  /** Show the others where one's pointer is. */
  point: z.object({
    board_id: uuid,
    x: z.number().check(z.gte(-1e9), z.lte(1e9)),
    y: z.number().check(z.gte(-1e9), z.lte(1e9)),
    tool: z.enum(['pointer', 'laser']),
    button: z.enum(['up', 'down']),
    selected: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50)),
  }),
}

/** For so long a socket that has entered a board hears of it; after that it must still be allowed to. */
export const boardEnteredSeconds = 90

/** Told as `drawn` to all who look at a board: everything from the number `before` to `sequence`. */
export type BoardDrawn = {
  board_id: string
  before: number
  sequence: number
  /** Null where they are too many to tell: then they are to be fetched. */
  elements: BoardElement[] | null
}

/** Told as `pointed`: where somebody's pointer is. `id` is theirs while they are connected. */
export type BoardPointed = z.output<typeof boardEvents.point> & { id: string; name: string; username: string }

/** Told as `left`: a pointer that is no more. */
export type BoardLeft = { board_id: string; id: string }
