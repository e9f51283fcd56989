import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Dialogue, dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { problemText, sendingText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { cleanLine } from './clean-text.ts'
import { type DialogueData, dialogueKey } from './queries.ts'
import { type Question, streamAnswer } from './stream-answer.ts'

const nameLength = 60

/** Asks in a dialogue, or begins one with the question, named after its beginning. Returns false once the server refuses it. */
export function useAsk(dialogueId: string | null, onBegun: (id: string) => void) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const sending = useRef(false)
  const {
    mutateAsync: begin,
    isPending: beginning,
    data: begun,
  } = useMutation({
    mutationKey: [dialogues.create.path],
    mutationFn: async (question: Question) => {
      const place = placeOf(router.latestLocation)
      // Without words it is named after its post: what was selected must not outlast its document.
      const session_name = cleanLine(question.text, nameLength)
      const body = { post_id: question.postId, ...(session_name && { session_name }) }
      const { session } = await call(dialogues.create, { body })
      startEmpty(session)
      return { id: session.session_id, place }
    },
  })

  // People who went elsewhere meanwhile, even if that page still loads, stay there: the dialogue is in their list.
  const open = useEffectEvent(({ id, place }: { id: string; place: string }) => {
    if (placeOf(router.latestLocation) === place) onBegun(id)
    sending.current = false
  })
  useEffect(() => {
    if (begun) open(begun)
  }, [begun])

  const answered = async (id: string, question: Question): Promise<boolean> => {
    const refusal = await streamAnswer(queryClient, id, question)
    if (!refusal) return true
    const text = sendingText(refusal)
    if (text) toast.error(text)
    return false
  }
  const ask = async (question: Question): Promise<boolean> => {
    if (dialogueId) return answered(dialogueId, question)
    // The second click of a double click comes before the page shows that the first is being sent, or the chat that it began.
    if (sending.current || router.latestLocation.search.dialogue !== undefined) return true
    sending.current = true
    try {
      const { id } = await begin(question)
      return answered(id, question)
    } catch (error) {
      sending.current = false
      toast.error(problemText(error))
      return false
    }
  }

  const startEmpty = (session: Dialogue) =>
    queryClient.setQueryData<DialogueData>(dialogueKey(session.session_id), {
      pages: [{ status: 'success', session, messages: [], next_cursor: null }],
      pageParams: [{}],
    })

  return { ask, beginning }
}

/** The document and dialogue in an address, whatever its page. */
function placeOf({
  pathname,
  search: { post, dialogue },
}: ReturnType<typeof useRouter>['latestLocation']): string {
  return JSON.stringify([pathname, post, dialogue])
}
