import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dialogue, dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { cleanLine } from './clean-text.ts'
import { type DialogueData, dialogueKey } from './queries.ts'
import { type Question, streamAnswer } from './stream-answer.ts'

const nameLength = 60

/** Asks in a dialogue, or begins one with the question. Returns whether the server accepted it. */
export function useAsk(dialogueId: string | null, onBegun: (id: string) => void) {
  const queryClient = useQueryClient()
  const { mutateAsync: begin, isPending: beginning } = useMutation({
    mutationKey: [dialogues.create.path],
    mutationFn: (question: Question) =>
      call(dialogues.create, { body: { post_id: question.postId, session_name: nameOf(question) } }),
  })

  const ask = async (question: Question): Promise<boolean> => {
    if (dialogueId) {
      void streamAnswer(queryClient, dialogueId, question)
      return true
    }
    try {
      const { session } = await begin(question)
      startEmpty(session)
      onBegun(session.session_id)
      void streamAnswer(queryClient, session.session_id, question)
      return true
    } catch (error) {
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

/** A dialogue is named after its beginning. */
function nameOf({ text, quote }: Question): string {
  return cleanLine(text || quote?.text || '', nameLength)
}
