import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BoardElement } from '#shared/api/boards.ts'
import { type Login, loginQuery } from '#web/features/logins/queries.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { toast } from '#web/ui/toast.ts'
import { BoardSync, type SyncState } from './board-sync.ts'
import { refetchBoard } from './queries.ts'
import { openUnsentEdits } from './unsent-edits.ts'

type Opening = { sync?: BoardSync; elements?: BoardElement[]; error?: unknown }

/** Opens a board and keeps it in step with the server while the component is mounted. */
export function useBoardSync(boardId: string, login: Login) {
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<Opening>({})
  const [state, setState] = useState<SyncState>('saved')
  const [isKept, setIsKept] = useState(true)
  const [attempt, setAttempt] = useState(0)

  const retry = () => {
    setOpening({})
    setState('saved')
    setAttempt(count => count + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew, and a new name doesn't
  useEffect(() => {
    let left = false
    const report = (next: SyncState) => {
      if (left) return
      setState(next)
      // The app acts on what these two hear: that the login has ended, or that somebody else has signed in.
      if (next === 'signed out') {
        void queryClient.refetchQueries({ queryKey: loginQuery.queryKey })
        void refetchBoard(queryClient, boardId)
      }
      if (next !== 'closed') return
      toast.message('This board can’t be changed anymore, so your last change wasn’t saved.')
      void refetchBoard(queryClient, boardId).then(retry)
    }
    const sync = new BoardSync(
      boardId,
      openUnsentEdits(login, boardId),
      report,
      kept => !left && setIsKept(kept),
    )
    // The last moment of a stroke that is drawn while the page closes.
    const keep = () => sync.keep()
    addEventListener('pagehide', keep)
    sync.open().then(
      elements => !left && setOpening({ sync, elements }),
      error => !left && setOpening({ error }),
    )
    return () => {
      left = true
      setIsKept(true)
      removeEventListener('pagehide', keep)
      sync.end()
    }
  }, [boardId, ownerKey(login), attempt])

  return { ...opening, state, isKept, retry }
}
