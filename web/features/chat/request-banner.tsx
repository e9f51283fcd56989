import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { dropConversation, showConversation } from './cache.ts'
import { chatCall } from './chat-call.ts'
import { useChatPlace } from './chat-place.ts'
import type { Me } from './me.ts'
import { unreadQuery } from './queries.ts'

/** A stranger wrote: asks whether to accept. */
export function RequestBanner({ me, conversation: { id, person } }: { me: Me; conversation: Conversation }) {
  const queryClient = useQueryClient()
  const { show } = useChatPlace()
  const onError = (error: Error) => toast.error(problemText(error))
  const recount = () => queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
  const accept = useMutation({
    mutationFn: () => chatCall(me, conversations.accept, { params: { id } }),
    onSuccess: ({ conversation }) => {
      showConversation(queryClient, conversation)
      return recount()
    },
    onError,
  })
  const decline = useMutation({
    mutationFn: () => chatCall(me, conversations.decline, { params: { id } }),
    onSuccess: () => {
      dropConversation(queryClient, id)
      show({ folder: 'requests', conversationId: null, at: undefined })
      toast.success('Declined. We won’t tell them.')
      return recount()
    },
    onError,
  })
  return (
    <section
      aria-label="Message request"
      className="m-3 mt-0 rounded-16 border border-line bg-lamp-wash px-4 py-3 text-14 text-lamp-ink"
    >
      <p className="wrap-anywhere">
        <bdi className="font-medium">{person.name}</bdi> wants to message you. They won’t know you’ve seen
        this until you accept.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
        <Button pending={decline.isPending} onClick={() => decline.mutate()}>
          Decline
        </Button>
      </div>
    </section>
  )
}
