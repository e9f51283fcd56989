import type {
  Collaborator,
  ExcalidrawImperativeAPI,
  ExcalidrawProps,
  SocketId,
} from '@excalidraw/excalidraw/types'
import { useEffect, useRef } from 'react'
import type { Socket } from 'socket.io-client'
import {
  type BoardDrawn,
  type BoardLeft,
  type BoardPointed,
  boardEnteredSeconds,
} from '#shared/api/board-events.ts'
import { liveSocket, request } from '#web/lib/live.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import type { BoardSync } from './board-sync.ts'

const pointEveryMs = 60

type Pointer = Parameters<NonNullable<ExcalidrawProps['onPointerUpdate']>>[0]

/**
 * Receives other people's drawing and pointers while the board is open. Returns a function to send the own
 * pointer.
 */
export function useBoardLive(boardId: string, sync: BoardSync, api: ExcalidrawImperativeAPI | null) {
  const live = useRef<Socket>(undefined)
  const pointedAt = useRef(0)

  useEffect(() => {
    if (!api) return
    let left = false
    let isIn = false
    const others = new Map<SocketId, Collaborator>()
    const show = () => api.updateScene({ collaborators: new Map(others) })
    const enter = async () => {
      isIn = false
      try {
        await request(live.current!, 'enter', { board_id: boardId })
        isIn = true
        others.clear()
        show()
        await sync.catchUp()
        sync.retry()
      } catch (error) {
        if (!(error instanceof ProblemError)) logFailure('A board couldn’t be entered', error)
        else if (error.code === 'not_found') sync.gone()
      }
    }
    // Access to the board can end, so the server checks it again. Where it may have, drawing may have been missed.
    const stayIn = () =>
      request(live.current!, 'enter', { board_id: boardId }).catch(() => {
        isIn = false
      })
    const stay = setInterval(() => {
      if (live.current?.connected) void (isIn ? stayIn() : enter())
    }, boardEnteredSeconds * 400)
    const ended = new AbortController()
    addEventListener('online', () => sync.retry(), { signal: ended.signal })

    const heard = {
      connect: () => void enter(),
      drawn: (drawn: BoardDrawn) => sync.heard(drawn),
      pointed: ({ board_id, id, x, y, tool, button, selected, username, name }: BoardPointed) => {
        if (board_id !== boardId) return
        others.set(id as SocketId, {
          id: username,
          username: name,
          pointer: { x, y, tool },
          button,
          selectedElementIds: Object.fromEntries(selected.map(element => [element, true])),
        })
        show()
      },
      left: ({ board_id, id }: BoardLeft) => {
        if (board_id === boardId && others.delete(id as SocketId)) show()
      },
      deleted: ({ board_id }: { board_id: string }) => {
        if (board_id === boardId) sync.gone()
      },
    }
    const entered = liveSocket('/boards').then(socket => {
      if (left) return
      live.current = socket
      for (const [event, listener] of Object.entries(heard)) socket.on(event, listener)
      if (socket.connected) void enter()
    })
    return () => {
      left = true
      clearInterval(stay)
      ended.abort()
      void entered.then(() => {
        const socket = live.current
        if (!socket) return
        for (const [event, listener] of Object.entries(heard)) socket.off(event, listener)
        if (socket.connected) socket.emit('leave', { board_id: boardId })
      })
    }
  }, [boardId, sync, api])

  return ({ pointer, button }: Pointer) => {
    if (!live.current?.connected || !api || performance.now() - pointedAt.current < pointEveryMs) return
    pointedAt.current = performance.now()
    const selected = Object.keys(api.getAppState().selectedElementIds).slice(0, 50)
    const { x, y, tool } = pointer
    live.current.volatile.emit('point', { board_id: boardId, x, y, tool, button, selected })
  }
}
