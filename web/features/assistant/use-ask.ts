import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Dialogue, dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { mayHaveHappened } from '#web/lib/problem-error.ts'
import { problemText, sendingText } from '#web/lib/problem-text.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { toast } from '#web/ui/toast.ts'
import { cleanLine } from './clean-text.ts'
import { deleteNow, deleteOnceAnswered } from './deletions.ts'
import { type DialogueData, dialogueKey } from './queries.ts'
import { type Question, streamAnswer } from './stream-answer.ts'

const nameLength = 60

/**
 * Asks in a dialogue, or begins one with the question, named after its beginning. Returns false once the server refuses it: then the
 * dialogue that it began is deleted.
 */
export function useAsk(dialogueId: string | null, onDialogue: (id: string | null) => void) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const sending = useRef(false)
  const {
    mutateAsync: begin,
    isPending: beginning,
    data: begun,
  } = useMutation({
    mutationKey: [dialogues.create.path],
    mutationFn: async ({ id, question }: { id: string; question: Question }) => {
      const place = placeOf(router.latestLocation)
      // Without words it is named after its post: what was selected must not outlast its document.
      const session_name = cleanLine(question.text, nameLength)
      const body = { session_id: id, post_id: question.postId, ...(session_name && { session_name }) }
      const { session } = await call(dialogues.create, { body })
      startEmpty(session)
      return { id: session.session_id, place }
    },
  })

  // People who went elsewhere meanwhile, even if that page still loads, stay there: the dialogue is in their list.
  const open = useEffectEvent(({ id, place }: { id: string; place: string }) => {
    if (placeOf(router.latestLocation) === place) onDialogue(id)
    sending.current = false
  })
  useEffect(() => {
    if (begun) open(begun)
  }, [begun])

  const [refusedIn, setRefusedIn] = useState<string | null>(null)
  const leave = useEffectEvent((id: string) => {
    if (router.latestLocation.search.dialogue === id) onDialogue(null)
  })
  useEffect(() => {
    if (refusedIn) leave(refusedIn)
  }, [refusedIn])

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
    const chosen = randomUuid()
    try {
      const { id } = await begin({ id: chosen, question })
      if (await answered(id, question)) return true
      setRefusedIn(id)
      // If that fails, the person has it in their list, where they can delete it.
      void deleteNow(id)
      return false
    } catch (error) {
      sending.current = false
      // It may have begun, and would stay in their list without the question.
      if (mayHaveHappened(error as Error)) void deleteOnceAnswered(chosen)
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
