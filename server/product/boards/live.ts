import type { Deps } from '#server/deps.ts'
import { Problem } from '#server/platform/http/problem.ts'
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
      // Before the look: access that ends during it ends this connection, too.
      await socket.join(roomOfPerson(board_id, userId))
      const { can_change } = await requireBoard(db, userId, board_id).catch(error => {
        // Whoever was in stays while the database is away.
        if (error instanceof Problem || !entered.has(board_id)) leave(board_id)
        throw error
      })
      const { name, username } = await db
        .selectFrom('users')
        .select(['name', 'username'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      clearTimeout(entered.get(board_id)?.timer)
      // The database tells servers when access ends; for one that couldn't hear it, this ends it.
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
      void socket.leave(roomOfPerson(boardId, socket.data.login.userId))
    }
  })
}

/** A person's sockets that look at a board. The triggers of the database use this name to end them. */
function roomOfPerson(boardId: string, userId: string): string {
  return `${roomOf(boardId)}:${userId}`
}

function tellLeft(socket: LiveSocket, boardId: string): void {
  const left: BoardLeft = { board_id: boardId, id: socket.id }
  socket.to(roomOf(boardId)).emit('left', left)
}
