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
  return useMutation({
    mutationFn: (username: string) => chatCall(me, conversations.start, { query: { to_username: username } }),
    onSuccess: ({ conversation }) => {
      showConversation(queryClient, conversation)
      onStarted(conversation.id)
    },
    onError: error => toast.error(problemText(error)),
  })
}
