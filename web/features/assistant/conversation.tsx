import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import type { AnswerMode, Source } from '#shared/api/dialogues.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Beginning } from './beginning.tsx'
import { Composer } from './composer.tsx'
import { DocumentState } from './document-state.tsx'
import { MessageList } from './message-list.tsx'
import { dialogueQuery, isUsedUp, quotaQuery, type ShownMessage } from './queries.ts'
import { QuotaNote } from './quota-note.tsx'
import { isRunning, stop } from './running.ts'
import type { Question, Quote } from './stream-answer.ts'
import { useAsk } from './use-ask.ts'

export type ConversationProps = {
  post: PostCard
  /** Its page that is open. */
  page: number
  open: boolean
  dialogueId: string | null
  onDialogue: (id: string | null) => void
  quote: Quote | null
  onQuote: Dispatch<SetStateAction<Quote | null>>
  onOpenSource: (source: Source) => void
}

/** One dialogue: its messages, and the field for the next question. */
export function Conversation({
  post,
  page,
  open,
  dialogueId,
  onDialogue,
  quote,
  onQuote,
  onOpenSource,
  onList,
}: ConversationProps & { onList: () => void }) {
  const [mode, setMode] = useState<AnswerMode | null>(null)
  const { ask, beginning } = useAsk(dialogueId, onDialogue)
  const dialogue = useInfiniteQuery({ ...dialogueQuery(dialogueId ?? ''), enabled: dialogueId !== null })
  const { data: quota } = useQuery(quotaQuery)
  const usedUp = quota !== undefined && isUsedUp(quota)
  const messages = [...(dialogue.data?.pages ?? [])].reverse().flatMap(page => page.messages)
  const answering = messages.filter(message => message.state === 'answering')
  // Only the tab that is getting an answer can stop it.
  const stoppable = answering.find(message => isRunning(message.client_id))

  const askNew = async (text: string) => {
    if (usedUp) return false
    const question: Question = {
      text,
      quote,
      openPage: page,
      mode,
      clientId: randomUuid(),
      postId: quote?.postId ?? post.id,
    }
    // What is selected from now on is for the next question.
    onQuote(null)
    const taken = await ask(question)
    if (!taken) onQuote(now => now ?? quote)
    return taken
  }
  const retry = (answer: ShownMessage) => {
    const asked = messages.find(one => one.role === 'user' && one.client_id === answer.client_id)
    if (!asked) return
    const { text, selectedText, selectedPage } = asked
    void ask({
      text,
      quote: selectedText === null ? null : { text: selectedText, page: selectedPage },
      openPage: selectedPage,
      mode: answer.mode,
      clientId: answer.client_id,
      // Of an exchange that the server has, it keeps the document itself.
      postId: asked.postId ?? post.id,
    })
  }

  return (
    <>
      <DocumentState post={post} />
      {dialogueId === null || (dialogue.data && messages.length === 0) ? (
        <Beginning
          post={post}
          dialogueId={dialogueId}
          quoted={quote !== null}
          busy={beginning || usedUp}
          onAsk={askNew}
          onDialogue={onDialogue}
          onList={onList}
        />
      ) : dialogue.data ? (
        <MessageList
          key={dialogueId}
          messages={messages}
          older={dialogue.hasNextPage ? () => void dialogue.fetchNextPage() : null}
          loadingOlder={dialogue.isFetchingNextPage}
          onOpenSource={onOpenSource}
          onRetry={retry}
        />
      ) : dialogue.error ? (
        <Missing
          error={dialogue.error}
          onRetry={() => void dialogue.refetch()}
          onNew={() => onDialogue(null)}
        />
      ) : (
        <Waiting />
      )}
      <Composer
        open={open}
        quote={quote}
        elsewhere={quote !== null && quote.postId !== post.id}
        onQuote={onQuote}
        mode={mode}
        onMode={setMode}
        busy={beginning || usedUp || answering.length > 0 || (dialogueId !== null && !dialogue.data)}
        onAsk={askNew}
        onStop={stoppable ? () => stop(stoppable.client_id) : null}
      />
      <QuotaNote />
    </>
  )
}

function Missing({ error, onRetry, onNew }: { error: Error; onRetry: () => void; onNew: () => void }) {
  const gone = isMissing(error)
  return (
    <div className="flex-1 overflow-y-auto p-4">
      {gone ? (
        <div role="alert" className="py-12 text-center">
          <h3 className="text-18">We couldn’t find this chat</h3>
          <p className="mt-2 text-14 text-ink-soft">It may have been deleted.</p>
          <Button className="mt-5" onClick={onNew}>
            New chat
          </Button>
        </div>
      ) : (
        <LoadFailed error={error} onRetry={onRetry} />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the chat" className="flex-1 space-y-5 overflow-hidden p-4">
      <Skeleton className="ml-auto h-12 w-3/5 rounded-16" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="ml-auto h-12 w-1/2 rounded-16" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  )
}
