import type { QueryClient } from '@tanstack/react-query'
import { conversations } from '#shared/api/conversations.ts'
import { knownConversation, showConversation } from './cache.ts'
import { unreadQuery } from './queries.ts'
import { chatCall, type Me } from './token.ts'

/** Marks a conversation as read up to a message, here and on the server. */
export async function markRead(queryClient: QueryClient, me: Me, id: string, seq: number): Promise<void> {
  const known = knownConversation(queryClient, id)
  if (known && known.read_to >= seq && known.unread === 0) return
  if (known) showConversation(queryClient, { ...known, read_to: Math.max(known.read_to, seq), unread: 0 })
  try {
    await chatCall(me, conversations.read, { params: { id }, body: { seq } })
  } catch {
    // The next visit to the conversation sends it again.
    return
  }
  await queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
}
