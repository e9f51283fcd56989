import { Send } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type MeetingMessage, messageLimit } from '#shared/api/meeting-events.ts'
import { isVisible } from '#shared/domain/visible-text.ts'
import { isEnterToSend } from '#web/lib/enter-to-send.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { timeText } from '#web/lib/zoned-time.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/input.tsx'
import type { MeetingRoom } from './meeting-room.ts'
import { SidePanel } from './side-panel.tsx'

/** A message being written. A retry has the same id, so that a message whose answer was lost isn't duplicated. */
type Draft = { id: string; text: string }

export const newDraft = (): Draft => ({ id: randomUuid(), text: '' })

type ComposeProps = {
  room: MeetingRoom
  draft: Draft
  onDraft: (change: (draft: Draft) => Draft) => void
}

/** The chat beside the call, for everyone in the meeting. */
export function ChatPanel({
  room,
  messages,
  draft,
  onDraft,
  ownId,
  zone,
  onClose,
}: ComposeProps & {
  messages: readonly MeetingMessage[]
  ownId: string
  zone: string
  onClose: () => void
}) {
  const end = useRef<HTMLLIElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const atEnd = useRef(true)
  const last = messages.at(-1)
  const own = last?.person_id === ownId
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is brought into sight
  useEffect(() => {
    // Whoever reads older ones stays there.
    if (atEnd.current || own) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last?.id])
  return (
    <SidePanel title="Chat" onClose={onClose} initialFocus={box}>
      {messages.length === 0 ? (
        <p className="flex-1 px-4 py-6 text-14 text-ink-soft">
          Everyone in this meeting can see these messages, including people who join later.
        </p>
      ) : (
        <ol
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
          tabIndex={0}
          aria-label="Messages"
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            atEnd.current = scrollHeight - scrollTop - clientHeight < 48
          }}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2"
        >
          {messages.map((message, index) => (
            <Message
              key={message.id}
              message={message}
              follows={messages[index - 1]?.person_id === message.person_id}
              isYou={message.person_id === ownId}
              zone={zone}
            />
          ))}
          <li ref={end} aria-hidden="true" />
        </ol>
      )}
      <Compose room={room} draft={draft} onDraft={onDraft} box={box} />
    </SidePanel>
  )
}

function Message({
  message: { name, text, sent_on },
  follows,
  isYou,
  zone,
}: {
  message: MeetingMessage
  /** Follows another message of the same person. */
  follows: boolean
  isYou: boolean
  zone: string
}) {
  return (
    <li className={follows ? 'mt-1' : 'mt-4 first:mt-0'}>
      {!follows && (
        <p className="flex items-baseline gap-2 text-14">
          <bdi className="min-w-0 truncate font-medium">{isYou ? 'You' : name}</bdi>
          <time dateTime={sent_on} className="figures shrink-0 text-12 text-ink-faint">
            {timeText(sent_on, zone)}
          </time>
        </p>
      )}
      <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </li>
  )
}

function Compose({
  room,
  draft,
  onDraft,
  box,
}: ComposeProps & { box: RefObject<HTMLTextAreaElement | null> }) {
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const problemId = useId()
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const message = draft.text.trim()
    if (!isVisible(message) || sending) return
    setSending(true)
    setProblem('')
    try {
      await room.say(draft.id, message)
      // What was typed meanwhile is another message.
      onDraft(now => ({
        ...newDraft(),
        text: now.text.startsWith(draft.text) ? now.text.slice(draft.text.length) : now.text,
      }))
    } catch (error) {
      setProblem(problemText(error))
    }
    setSending(false)
  }
  return (
    <form onSubmit={send} className="border-t border-line p-3">
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
          aria-label="Message"
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : problemId}
          placeholder="Type a message..."
          rows={1}
          maxLength={messageLimit}
          value={draft.text}
          // Other words are another message: the server may have stored the first ones, and keeps those.
          onChange={event => onDraft(() => ({ id: randomUuid(), text: event.target.value }))}
          onKeyDown={event => {
            if (!isEnterToSend(event)) return
            event.preventDefault()
            void send()
          }}
          className="max-h-32 min-h-10!"
        />
        <IconButton label="Send" type="submit" aria-disabled={sending || undefined}>
          <Send aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <FailureText id={problemId} small className="mt-1">
        {problem}
      </FailureText>
    </form>
  )
}
