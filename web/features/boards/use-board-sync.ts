import { useEffect, useState } from 'react'
import type { BoardElement } from '#shared/api/boards.ts'
import { BoardSync, type SyncState } from './board-sync.ts'
import { openUnsentEdits } from './unsent-edits.ts'

type Opening = { sync?: BoardSync; elements?: BoardElement[]; error?: unknown }

/** Opens a board and keeps it in step with the server while the component is mounted. */
export function useBoardSync(boardId: string, username: string) {
  const [opening, setOpening] = useState<Opening>({})
  const [state, setState] = useState<SyncState>('saved')
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew
  useEffect(() => {
    let left = false
    const sync = new BoardSync(boardId, openUnsentEdits(username, boardId), next => !left && setState(next))
    sync.open().then(
      elements => !left && setOpening({ sync, elements }),
      error => !left && setOpening({ error }),
    )
    return () => {
      left = true
      sync.end()
    }
  }, [boardId, username, attempt])

  const retry = () => {
    setOpening({})
    setAttempt(count => count + 1)
  }
  return { ...opening, state, retry }
}
