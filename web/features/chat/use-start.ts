import { useMutation, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#shared/api/conversations.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { showConversation } from './cache.ts'
import { useChatPlace } from './chat-place.ts'
import { chatCall, type Me } from './token.ts'

/** Opens the one conversation with a person. */
export function useStart(me: Me) {
  const queryClient = useQueryClient()
  const { show } = useChatPlace()
  return useMutation({
    mutationFn: (username: string) => startWith(me, username),
    onSuccess: conversation => {
      showConversation(queryClient, conversation)
      show({ conversationId: conversation.id, at: undefined })
    },
    onError: error => toast.error(problemText(error)),
  })
}

/** The one conversation with a person, created if missing. */
export async function startWith(me: Me, username: string) {
  const { conversation } = await chatCall(me, conversations.start, { query: { to_username: username } })
  return conversation
}
