import type { QueryClient } from '@tanstack/react-query'
import { conversations } from '#shared/api/conversations.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { onceLater } from '#web/lib/pause.ts'
import { isAway, ProblemError } from '#web/lib/problem-error.ts'
import { knownConversation, showConversation } from './cache.ts'
import { chatCall } from './chat-call.ts'
import type { Me } from './me.ts'
import { unreadQuery } from './queries.ts'

/** The read marks that didn't arrive: how far the conversations were read. */
const unsent = new Map<string, { me: Me; seq: number }>()

/** Marks a conversation as read up to a message, here and on the server. */
export async function markRead(queryClient: QueryClient, me: Me, id: string, seq: number): Promise<void> {
  const known = knownConversation(queryClient, id)
  if (known && known.read_to >= seq && known.unread === 0) return
  if (known) showConversation(queryClient, { ...known, read_to: Math.max(known.read_to, seq), unread: 0 })
  await send(queryClient, me, id, seq)
}

/** Sends the read marks that didn't arrive. Otherwise what was read would be told of as unread. */
export async function sendUnsentMarks(queryClient: QueryClient, me: Me): Promise<void> {
  const marks = [...unsent].filter(([, mark]) => ownerKey(mark.me) === ownerKey(me))
  await Promise.all(marks.map(([id, { seq }]) => send(queryClient, me, id, seq)))
}

async function send(queryClient: QueryClient, me: Me, id: string, seq: number): Promise<void> {
  unsent.delete(id)
  try {
    await chatCall(me, conversations.read, { params: { id }, body: { seq } })
  } catch (error) {
    const isGone = error instanceof ProblemError && error.code === 'not_found'
    if (!isGone && (unsent.get(id)?.seq ?? 0) < seq) unsent.set(id, { me, seq })
    if (isAway(error)) void sendLater(queryClient, me)
    return
  }
  await queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
}

const sendLater = onceLater(sendUnsentMarks)
