import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import type { Conversation } from '#shared/api/conversations.ts'
import { messageLimits } from '#shared/api/messages.ts'
import { isVisible } from '#shared/domain/visible-text.ts'
import { isEnterToSend } from '#web/lib/enter-to-send.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Attaching } from './attaching.ts'
import { AttachingList } from './attaching-list.tsx'
import type { Me } from './me.ts'
import { QuoteText } from './message-bubble.tsx'
import type { Quote } from './outbox.ts'
import { useOutgoing } from './sending.ts'
import { isUploading, sendOnceUploaded } from './uploading-messages.ts'
import { acceptedFiles } from './use-attachments.ts'
import type { useWriting } from './use-writing.ts'

/** This close to the limit, a counter shows. */
const countedFrom = messageLimits.text - 300

/** The field for messages. Enter sends, Shift+Enter starts a new line; blank text is ignored. */
export function Composer({
  me,
  conversation,
  writing: { draft, attaching, quote, setQuote, problem, setProblem, addFiles },
  input,
}: {
  me: Me
  conversation: Conversation
  writing: ReturnType<typeof useWriting>
  input: RefObject<HTMLTextAreaElement | null>
}) {
  const { id, person, state } = conversation
  const { delivery } = useOutgoing(me, id)
  const { text } = draft
  const problemId = useId()
  const length = [...text].length
  const { files } = attaching

  const write = (typed: string) => {
    setProblem(null)
    draft.write(typed)
  }
  const send = () => {
    const words = isVisible(text) ? text.trim() : ''
    if (!words && files.length === 0) return
    const refusal = refusalOf(length, files)
    if (refusal) return setProblem(refusal)
    const message = {
      id: randomUuid(),
      conversationId: id,
      text: words,
      replyTo: quote,
      attachments: files.flatMap(file => (file.state === 'ready' ? [file.attachment] : [])),
      writtenAt: new Date().toISOString(),
    }
    if (files.some(({ state }) => state === 'sending') || isUploading(id)) {
      sendOnceUploaded({
        owner: ownerKey(me),
        message,
        files: attaching.arriving(),
        deliver: arrived => delivery.add(arrived),
      })
    } else {
      delivery.add(message)
    }
    setProblem(null)
    draft.clear()
    setQuote(null)
    attaching.clear()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnterToSend(event)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && quote) {
      event.preventDefault()
      event.stopPropagation()
      setQuote(null)
    }
  }
  // The buttons go with what they remove; the focus stays with the message.
  const endQuote = () => {
    setQuote(null)
    input.current?.focus()
  }
  const removeFile = (file: Attaching) => {
    attaching.remove(file)
    input.current?.focus()
  }

  return (
    <form
      aria-label={`Message to ${person.name}`}
      className="m-3 mt-0 rounded-16 border border-line-strong bg-sheet transition-colors focus-within:border-accent focus-within:outline-1 focus-within:outline-accent"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      {quote && <Quoted quote={quote} name={person.name} onEnd={endQuote} />}
      <AttachingList files={files} onRetry={attaching.retry} onRemove={removeFile} />
      <div className="flex items-end gap-1 p-1 tiny:flex-wrap">
        {state !== 'requested' && <AddFiles onAdd={addFiles} />}
        <textarea
          ref={input}
          rows={1}
          value={text}
          dir="auto"
          aria-label="Message"
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          placeholder="Type a message..."
          enterKeyHint="send"
          onChange={event => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={event => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0 || state === 'requested') return
            event.preventDefault()
            addFiles(pasted)
          }}
          className="field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 tiny:order-first tiny:basis-full resize-none bg-transparent px-2 py-2 text-16 outline-none sm:text-14 sm:leading-6 coarse:min-h-11"
        />
        <IconButton type="submit" label="Send" className="ml-auto text-accent!">
          <SendHorizontal aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {length > countedFrom && (
        <p className="px-3 pb-2 text-right text-12 text-ink-faint tabular-nums">
          {length.toLocaleString('en')} of {messageLimits.text.toLocaleString('en')}
        </p>
      )}
      <FailureText id={problemId} small className="px-3 pb-2">
        {problem}
      </FailureText>
    </form>
  )
}

function Quoted({ quote, name, onEnd }: { quote: Quote; name: string; onEnd: () => void }) {
  return (
    <div className="flex items-start gap-2 px-3 pt-3">
      <p className="min-w-0 flex-1 border-l-2 border-accent pl-2.5 text-12 text-ink-soft">
        <QuoteText quote={quote} name={name} />
      </p>
      <IconButton label="Cancel reply" className="-mt-1 size-8! coarse:size-11!" onClick={onEnd}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

function AddFiles({ onAdd }: { onAdd: (chosen: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Add files" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden="true" className="size-5" />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Files to send"
        onChange={event => {
          onAdd([...(event.target.files ?? [])])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}

function refusalOf(length: number, files: readonly Attaching[]): string | null {
  if (length > messageLimits.text) {
    return `A message can have up to ${messageLimits.text.toLocaleString('en')} characters.`
  }
  if (files.some(({ state }) => state === 'failed')) return 'A file didn’t upload. Retry it or remove it.'
  return null
}
