import type { QueryClient } from '@tanstack/react-query'
import { onLogin } from './on-login.ts'

/**
 * Moves what the release before stored under a person's address and username to their id: otherwise messages that wait would never be
 * sent, and drafts never shown. Once per page, before anything reads them. Drop this with the next release.
 */
export function moveFormerKeys(queryClient: QueryClient): void {
  let moved = false
  onLogin(queryClient, login => {
    if (moved || !login?.id) return
    moved = true
    const { id, email, username } = login
    try {
      move(localStorage, `chat/${email}`, `chat/${id}`)
      move(localStorage, `searches ${username}`, `searches ${id}`)
      move(sessionStorage, `upload draft of ${username}`, `upload draft of ${id}`)
    } catch {
      // A storage that is full or forbidden stays as it is.
    }
  })
}

/** Moves a key, and those in the folder of that name, unless something newer is there. */
function move(storage: Storage, former: string, current: string): void {
  for (const key of Object.keys(storage)) {
    if (key !== former && !key.startsWith(`${former}/`)) continue
    const target = current + key.slice(former.length)
    if (storage.getItem(target) !== null) continue
    storage.setItem(target, storage.getItem(key)!)
    storage.removeItem(key)
  }
}
