import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#shared/api/conversations.ts'
import { type Message, messageLimits } from '#shared/api/messages.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { Button } from '#web/ui/button.tsx'
import { keepToastsAbove } from '#web/ui/keep-toasts-above.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { dropAttaching } from './attaching.ts'
import { useChatPlace } from './chat-place.ts'
import { LogSkeleton } from './chat-skeletons.tsx'
import { Composer } from './composer.tsx'
import type { Me } from './me.ts'
import { MessageLog } from './message-log.tsx'
import { PaneHeader } from './pane-header.tsx'
import { conversationQuery } from './queries.ts'
import { RequestBanner } from './request-banner.tsx'
import { useTyping } from './typing.ts'
import { useWriting } from './use-writing.ts'

const DeleteMessageDialog = lazyDialog(
  async () => (await import('./delete-message-dialog.tsx')).DeleteMessageDialog,
)

const ReportDialog = lazyDialog(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)

/** A conversation: the other person, the messages, and the field for new ones. */
export function ConversationPane({
  me,
  id,
  at,
  tools,
}: {
  me: Me
  id: string
  at: number | undefined
  /** At the end of its header. */
  tools?: ReactNode
}) {
  const { docked, show } = useChatPlace()
  const { data, error, isFetching, refetch } = useQuery(conversationQuery(me, id))
  if (data) return <Pane me={me} conversation={data} at={at} tools={tools} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {!docked && <h1 className="sr-only">Messages</h1>}
      {tools && <div className="flex justify-end border-b border-line px-2 py-1.5">{tools}</div>}
      {!error ? (
        <LogSkeleton />
      ) : isMissing(error) ? (
        <EmptyState
          title="Conversation not found"
          action={
            <Button
              className={docked ? undefined : 'lg:hidden'}
              onClick={() => show({ conversationId: null, at: undefined })}
            >
              All messages
            </Button>
          }
        >
          It may belong to someone else. Check which account you’re signed in with.
        </EmptyState>
      ) : (
        <div className="m-auto p-4">
          <LoadFailed title="The conversation didn’t load" {...failureOf({ error, isFetching, refetch })} />
        </div>
      )}
    </div>
  )
}

function Pane({
  me,
  conversation,
  at,
  tools,
}: {
  me: Me
  conversation: Conversation
  at: number | undefined
  tools: ReactNode
}) {
  const { docked } = useChatPlace()
  const { id, person, state, can_write } = conversation
  const input = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const [deleting, setDeleting] = useState<{ message: Message; open: boolean } | null>(null)
  const [reporting, setReporting] = useState<{ message: Message; open: boolean } | null>(null)
  const writing = useWriting(me, id, input)
  const { setQuote, takeBack } = writing
  const typing = useTyping(id)
  const unanswered = state === 'requested' ? messageLimits.unanswered - conversation.last_seq : null
  const closed = !can_write
    ? 'You can’t message each other. You can still read the conversation.'
    : unanswered === 0
      ? 'You can write more once they answer.'
      : null
  const mayWrite = !closed && state !== 'request'
  const drop = useFileDrop(mayWrite && state === 'open', writing.addFiles)

  useEffect(() => {
    // On a touch screen the keyboard would cover what the person came to read.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true })
  }, [])

  // The reason replaces the field; the typed text stays as a draft, but not its files.
  useEffect(() => {
    if (closed && document.activeElement === document.body) note.current?.focus({ preventScroll: true })
  }, [closed])

  // They can be neither sent nor removed, and the page would ask before it closes with them.
  useEffect(() => {
    if (!mayWrite) dropAttaching(id)
  }, [mayWrite, id])

  const reply = ({ seq, mine, text, deleted }: Message) => {
    setQuote({ seq, mine, text: [...text].slice(0, 200).join(''), deleted })
    input.current?.focus()
  }

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col" {...drop.handlers}>
      <PaneHeader me={me} conversation={conversation}>
        {tools}
      </PaneHeader>
      <MessageLog
        me={me}
        conversation={conversation}
        at={at}
        onReply={reply}
        onEdit={mayWrite ? takeBack : null}
        onDelete={message => setDeleting({ message, open: true })}
        onReport={message => setReporting({ message, open: true })}
      />
      <p role="status" className="h-5 truncate px-5 text-12 text-ink-faint">
        {typing && (
          <>
            <bdi>{person.name}</bdi> is typing…
          </>
        )}
      </p>
      <div ref={docked ? undefined : keepToastsAbove}>
        {state === 'request' && can_write && <RequestBanner me={me} conversation={conversation} />}
        <div role="status">
          {closed && (
            <p
              ref={note}
              tabIndex={-1}
              className="m-3 mt-0 rounded-16 border border-line bg-sunken px-4 py-3 text-14 text-ink-soft outline-none"
            >
              {closed}
            </p>
          )}
        </div>
        {mayWrite && unanswered !== null && (
          <p className="px-5 pb-2 text-12 text-ink-faint">
            You can send {unanswered === 1 ? 'one more message' : `${unanswered} more messages`}, without
            files, until they answer.
          </p>
        )}
        {mayWrite && <Composer me={me} conversation={conversation} writing={writing} input={input} />}
      </div>
      {drop.isOver && <DropHint name={person.name} />}
      {deleting && (
        <DeleteMessageDialog
          me={me}
          message={deleting.message}
          open={deleting.open}
          onClose={() => setDeleting({ ...deleting, open: false })}
        />
      )}
      {reporting && (
        <ReportDialog
          key={reporting.message.seq}
          subject={{ person, message: reporting.message }}
          open={reporting.open}
          onClose={() => setReporting({ ...reporting, open: false })}
        />
      )}
    </div>
  )
}

function DropHint({ name }: { name: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-16 border-2 border-dashed border-accent bg-accent-wash text-16 font-medium text-accent"
    >
      Drop to send to {name}
    </div>
  )
}

/** Accepts files dropped on an element; says whether some are being dragged over it. */
function useFileDrop(enabled: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  if (!enabled) return { isOver: false, handlers: {} }
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      // Without this the browser would leave the page to open the file.
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      const to = event.relatedTarget
      if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      onFiles(files)
    },
  }
  return { isOver, handlers }
}
