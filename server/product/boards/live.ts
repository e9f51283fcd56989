import type { Deps } from '#server/deps.ts'
import { onEvent } from '#server/platform/realtime/on-event.ts'
import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import {
  type BoardLeft,
  type BoardPointed,
  boardEnteredSeconds,
  boardEvents,
} from '#shared/api/board-events.ts'
import { noBoard, requireBoard } from './open-to.ts'
import { roomOf } from './put-elements.ts'

type Entered = { name: string; username: string; can_change: boolean; timer: NodeJS.Timeout }

/** Subscribes sockets to boards that their people may see, and relays their pointers. */
export function boardsLive({ realtime, db }: Pick<Deps, 'realtime' | 'db'>): void {
  realtime.namespace('/boards').on('connection', socket => {
    const entered = new Map<string, Entered>()

    onEvent(socket, 'enter', boardEvents.enter, { perSecond: 5 }, async ({ board_id }, { userId }) => {
      const { can_change } = await requireBoard(db, userId, board_id)
      const { name, username } = await db
        .selectFrom('users')
        .select(['name', 'username'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      clearTimeout(entered.get(board_id)?.timer)
      // A socket whose person loses access (by canceling a place, say) stops receiving events soon after.
      const timer = setTimeout(() => leave(board_id), boardEnteredSeconds * 1000).unref()
      entered.set(board_id, { name, username, can_change, timer })
      await socket.join(roomOf(board_id))
    })

    onEvent(socket, 'leave', boardEvents.leave, { perSecond: 5 }, ({ board_id }) => leave(board_id))

    onEvent(socket, 'point', boardEvents.point, { perSecond: 30 }, point => {
      const person = entered.get(point.board_id)
      // Whoever can only read a board doesn't show on it either.
      if (!person?.can_change) throw noBoard()
      const { name, username } = person
      const pointed: BoardPointed = { ...point, id: socket.id, name, username }
      socket.volatile.to(roomOf(point.board_id)).emit('pointed', pointed)
    })

    socket.on('disconnect', () => {
      for (const boardId of entered.keys()) leave(boardId)
    })

    function leave(boardId: string): void {
      clearTimeout(entered.get(boardId)?.timer)
      if (entered.delete(boardId)) tellLeft(socket, boardId)
      void socket.leave(roomOf(boardId))
    }
  })
}

function tellLeft(socket: LiveSocket, boardId: string): void {
  const left: BoardLeft = { board_id: boardId, id: socket.id }
  socket.to(roomOf(boardId)).emit('left', left)
}
