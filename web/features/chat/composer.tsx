import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Conversation } from '#shared/api/conversations.ts'
import { messageLimits } from '#shared/api/messages.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Attaching } from './attaching.ts'
import { AttachingList } from './attaching-list.tsx'
import { draftOf, keepDraft, onDraftElsewhere } from './drafts.ts'
import { hold, holdsAny } from './held.ts'
import { tellTyping } from './live.ts'
import { QuoteText } from './message-bubble.tsx'
import type { Quote } from './outbox.ts'
import { useOutgoing } from './sending.ts'
import type { Me } from './token.ts'
import { acceptedFiles, type useAttachments } from './use-attachments.ts'

/** The minimum interval between typing events. */
const typingEveryMs = 3_000
/** This close to the limit, a counter shows. */
const countedFrom = messageLimits.text - 300

/** The field for messages. Enter sends, Shift+Enter starts a new line; blank text is ignored. */
export function Composer({
  me,
  conversation,
  quote,
  onQuoteEnd,
  attaching,
  input,
}: {
  me: Me
  conversation: Conversation
  quote: Quote | null
  onQuoteEnd: () => void
  attaching: ReturnType<typeof useAttachments>
  input: RefObject<HTMLTextAreaElement | null>
}) {
  const { id, person, state } = conversation
  const { delivery } = useOutgoing(me, id)
  const draft = useDraft(me, id, input)
  const { text } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()
  const length = [...text].length
  const { files } = attaching

  const write = (typed: string) => {
    setProblem(null)
    draft.write(typed)
  }
  const send = () => {
    const words = text.trim()
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
    if (files.some(({ state }) => state === 'sending') || holdsAny(id)) {
      hold({
        email: me.email,
        message,
        files: attaching.arriving(),
        deliver: arrived => delivery.add(arrived),
      })
    } else {
      delivery.add(message)
    }
    setProblem(null)
    draft.clear()
    onQuoteEnd()
    attaching.clear()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an input method's composition chooses a word.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && quote) {
      event.preventDefault()
      event.stopPropagation()
      onQuoteEnd()
    }
  }
  // The buttons go with what they remove; the focus stays with the message.
  const endQuote = () => {
    onQuoteEnd()
    input.current?.focus()
  }
  const removeFile = (file: Attaching) => {
    attaching.remove(file)
    input.current?.focus()
  }
  const add = (chosen: readonly File[]) => {
    const all = attaching.add(chosen)
    setProblem(all ? null : `You can send up to ${messageLimits.attachments} files in a message.`)
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
      <div className="flex items-end gap-1 p-1">
        {state !== 'requested' && <AddFiles onAdd={add} />}
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
            add(pasted)
          }}
          className="field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 text-16 outline-none sm:text-14 sm:leading-6 coarse:min-h-11"
        />
        <IconButton type="submit" label="Send" className="text-accent!">
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

/**
 * The text in the field. It is stored until it is sent, for all tabs, and the other person gets a typing event
 * now and then.
 */
function useDraft(me: Me, conversationId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const { email } = me
  const [text, setText] = useState(() => draftOf(email, conversationId))
  const toldAt = useRef(0)
  useEffect(
    () =>
      onDraftElsewhere(email, conversationId, () => {
        const writesHere = document.hasFocus() && document.activeElement === input.current
        if (!writesHere) setText(draftOf(email, conversationId))
      }),
    [email, conversationId, input],
  )
  const keep = (typed: string) => {
    setText(typed)
    keepDraft(email, conversationId, typed)
  }
  return {
    text,
    write(typed: string) {
      keep(typed)
      const now = Date.now()
      if (!typed.trim() || now - toldAt.current < typingEveryMs) return
      toldAt.current = now
      void tellTyping(me, conversationId)
    },
    clear() {
      keep('')
      toldAt.current = 0
    },
  }
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

function refusalOf(length: number, files: ReturnType<typeof useAttachments>['files']): string | null {
  if (length > messageLimits.text) {
    return `A message can have up to ${messageLimits.text.toLocaleString('en')} characters.`
  }
  if (files.some(({ state }) => state === 'failed')) return 'A file didn’t upload. Retry it or remove it.'
  return null
}
