import { useMutation, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#shared/api/conversations.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { showConversation } from './cache.ts'
import { chatCall } from './chat-call.ts'
import type { Me } from './me.ts'

/** Finds the one conversation with a person, created if missing; `onStarted` opens it. */
export function useStart(me: Me, onStarted: (conversationId: string) => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (username: string) => chatCall(me, conversations.start, { query: { to_username: username } }),
    onSuccess: ({ conversation }) => showConversation(queryClient, conversation),
    onError: error => toast.error(problemText(error)),
  })
  const start = (username: string) => {
    // Once the person has gone on, this isn't called anymore: it would take them back.
    if (!isPending) mutate(username, { onSuccess: ({ conversation }) => onStarted(conversation.id) })
  }
  return { start, isPending }
}
