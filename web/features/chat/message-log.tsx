import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Conversation } from '#shared/api/conversations.ts'
import type { Message } from '#shared/api/messages.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useVisible } from '#web/lib/use-visible.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { relativeDay, timeText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { InSight } from '#web/ui/in-sight.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreFailed } from '#web/ui/more-failed.tsx'
import { useChatPlace } from './chat-place.ts'
import { LogSkeleton } from './chat-skeletons.tsx'
import type { Me } from './me.ts'
import { MessageBubble } from './message-bubble.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { type MessagesQuery, messagesQuery } from './queries.ts'
import { markRead } from './read.ts'
import { useOutgoing } from './sending.ts'
import { daysOf } from './turns.ts'
import { removeUploading, retryUploading, type UploadingMessage, useUploading } from './uploading-messages.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import type { TakenBack } from './use-writing.ts'

type LogProps = {
  me: Me
  conversation: Conversation
  /** The message at which it opens; without one it opens at the end. */
  at: number | undefined
  onReply: (message: Message) => void
  /** Takes a message that wasn’t sent back into the field; null where nothing can be written. */
  onEdit: ((message: TakenBack) => void) | null
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
}

/** The messages of a conversation. It pages both ways, and keeps only those nearby. */
export function MessageLog(props: LogProps) {
  const { me, conversation, at } = props
  const query = useInfiniteQuery(messagesQuery(me, conversation.id, at))
  const { data, error } = query
  if (data) return <Log key={at ?? 'latest'} {...props} query={query} pages={data.pages} />
  if (!error) return <LogSkeleton />
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto p-4">
      <LoadFailed title="The messages didn’t load" {...failureOf(query)} />
    </div>
  )
}

function Log({
  me,
  conversation,
  at,
  onReply,
  onEdit,
  onDelete,
  onReport,
  query,
  pages,
}: LogProps & {
  query: MessagesQuery
  pages: readonly { messages: readonly Message[] }[]
}) {
  const queryClient = useQueryClient()
  const { show } = useChatPlace()
  const zone = useViewerZone()
  const { person, id } = conversation
  const { outgoing, waitingFor, delivery } = useOutgoing(me, id)
  const messages = pages.flatMap(page => page.messages)
  const arrived = new Set(messages.map(message => message.client_id))
  const waiting = outgoing.filter(one => !arrived.has(one.id))
  const uploading = useUploading(id)
  const unsent = waiting.length + uploading.length
  const last = messages.at(-1)?.seq ?? 0
  const { hasNextPage, isFetching } = query
  const { box, content, atEnd, onScroll, goTo, goToEnd } = useKeptScroll(at === undefined ? null : String(at))
  const [found, setFound] = useState(at)
  const reading = atEnd && !hasNextPage
  const unseen = useUnseen(messages, reading, conversation.read_to)

  // Once, when the log opens at a message.
  const goToFirst = useEffectEvent(() => {
    if (at !== undefined) goTo(String(at))
  })
  useEffect(() => goToFirst(), [])

  useMarkedRead(me, id, reading ? last : 0)

  const jump = (seq: number) => {
    setFound(seq)
    if (!goTo(String(seq))) show({ conversationId: id, at: seq })
  }
  const toLatest = () => {
    if (at !== undefined) show({ conversationId: id, at: undefined })
    else if (hasNextPage) void queryClient.resetQueries({ queryKey: messagesQuery(me, id, at).queryKey })
    else goToEnd()
  }

  useFollowOwn(unsent, () => {
    if (hasNextPage) toLatest()
    else if (!reading) goToEnd()
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        onScroll={onScroll}
        role="log"
        // Only arriving messages are announced, not older ones that load now.
        aria-live="off"
        aria-label={`Messages with ${person.name}`}
        aria-busy={isFetching}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 tiny:px-2 -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end py-4">
          <MoreMessages side="older" place={messages[0]?.seq} query={query} />
          {messages.length + unsent === 0 && <Empty conversation={conversation} />}
          <Days
            me={me}
            conversation={conversation}
            messages={messages}
            zone={zone}
            found={found}
            onReply={onReply}
            onDelete={onDelete}
            onReport={onReport}
            onJump={jump}
          />
          {!hasNextPage && unsent > 0 && (
            <OnTheirWay
              waiting={waiting}
              uploading={uploading}
              waitingFor={waitingFor}
              delivery={delivery}
              name={person.name}
              onEdit={onEdit}
            />
          )}
          <MoreMessages side="newer" place={last} query={query} />
        </div>
      </div>
      {!reading && <LatestButton unseen={unseen} onClick={toLatest} />}
      {!hasNextPage && <Announcement latest={messages.at(-1)} name={person.name} />}
    </div>
  )
}

/** How many of the others' messages have come since the person last read the end, here or before: `readTo`. */
function useUnseen(messages: readonly Message[], reading: boolean, readTo: number): number {
  const last = messages.at(-1)?.seq ?? 0
  const [seenTo, setSeenTo] = useState(last)
  if (reading && last > seenTo) setSeenTo(last)
  return messages.filter(({ mine, seq }) => !mine && seq > seenTo && seq > readTo).length
}

/** Tells the server how far the person has read, while they see it; 0 is nothing. */
function useMarkedRead(me: Me, conversationId: string, readTo: number) {
  const queryClient = useQueryClient()
  const visible = useVisible()
  useEffect(() => {
    if (visible && readTo > 0) void markRead(queryClient, me, conversationId, readTo)
  }, [visible, readTo, queryClient, me, conversationId])
}

function LatestButton({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  return (
    <Button
      size="sm"
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-floating"
      onClick={onClick}
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      {unseen > 0 ? `${unseen} new ${unseen === 1 ? 'message' : 'messages'}` : 'Latest messages'}
    </Button>
  )
}

/** A person who sends a message wants to see it arrive. */
function useFollowOwn(count: number, follow: () => void) {
  const [written, setWritten] = useState(count)
  const followOwn = useEffectEvent(() => {
    if (count > written) follow()
    setWritten(count)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of their number that counts
  useEffect(() => followOwn(), [count])
}

/** Loads the next page on one side once its end is visible. */
function MoreMessages({
  side,
  place,
  query,
}: {
  side: 'older' | 'newer'
  /** The end of the loaded messages. */
  place: number | undefined
  query: MessagesQuery
}) {
  const { isFetching, error } = query
  const older = side === 'older'
  const load = () => void (older ? query.fetchPreviousPage() : query.fetchNextPage())
  if (older ? query.isFetchPreviousPageError : query.isFetchNextPageError) {
    const title = `${older ? 'Older' : 'Newer'} messages didn’t load.`
    return <MoreFailed title={title} error={error} onRetry={load} retrying={isFetching} />
  }
  if (!(older ? query.hasPreviousPage : query.hasNextPage)) return null
  return (
    <InSight key={`${place} ${isFetching}`} onSeen={() => !isFetching && load()}>
      <p className="py-3 text-center text-12 text-ink-faint">Loading {side} messages…</p>
    </InSight>
  )
}

/** The messages, by day and by sender. */
function Days({
  me,
  conversation,
  messages,
  zone,
  found,
  onReply,
  onDelete,
  onReport,
  onJump,
}: Omit<LogProps, 'at' | 'onEdit'> & {
  messages: readonly Message[]
  zone: string
  /** The message at which the log opened. */
  found: number | undefined
  onJump: (seq: number) => void
}) {
  const now = useNow()
  const { person, state } = conversation
  const lastSeen = messages.findLast(
    message =>
      message.mine && conversation.other_read_to !== null && message.seq <= conversation.other_read_to,
  )
  return (
    <>
      {daysOf(messages, zone).map(({ day, turns }) => (
        <section key={day} aria-label={day}>
          <p className="my-4 text-center text-12 font-medium text-ink-faint">{relativeDay(day, now, zone)}</p>
          {turns.map(turn => (
            <Turn key={turn.messages[0]!.seq} mine={turn.mine} conversation={conversation}>
              {turn.messages.map(message => (
                <li key={message.client_id} data-row={message.seq} className="min-w-0">
                  <MessageBubble
                    me={me}
                    message={message}
                    name={person.name}
                    zone={zone}
                    found={message.seq === found}
                    onReply={conversation.can_write && state !== 'request' ? () => onReply(message) : null}
                    onDelete={() => onDelete(message)}
                    onReport={() => onReport(message)}
                    onJump={onJump}
                  />
                </li>
              ))}
              <li className="px-1 text-12 text-ink-faint">
                <time dateTime={turn.messages.at(-1)!.sent_at}>
                  {timeText(turn.messages.at(-1)!.sent_at, zone)}
                </time>
                {turn.messages.some(message => message === lastSeen) && ' · Seen'}
              </li>
            </Turn>
          ))}
        </section>
      ))}
    </>
  )
}

function OnTheirWay({
  waiting,
  uploading,
  waitingFor,
  delivery,
  name,
  onEdit,
}: Pick<ReturnType<typeof useOutgoing>, 'waitingFor' | 'delivery'> & {
  waiting: ReturnType<typeof useOutgoing>['outgoing']
  uploading: readonly UploadingMessage[]
  name: string
} & Pick<LogProps, 'onEdit'>) {
  return (
    <ul aria-label="Sending" className="mt-3 flex flex-col gap-2">
      {waiting.map(one => (
        <li key={one.id}>
          <OutgoingBubble
            outgoing={one}
            name={name}
            waitingFor={waitingFor}
            onRetry={() => delivery.retry(one.id)}
            onEdit={
              onEdit &&
              (() => {
                onEdit({ ...one, files: [], filesLost: one.attachments.length > 0 })
                void delivery.remove(one.id)
              })
            }
            onDelete={() => void delivery.remove(one.id)}
          />
        </li>
      ))}
      {uploading.map(one => (
        <li key={one.message.id}>
          <OutgoingBubble
            outgoing={{
              ...one.message,
              attachments: one.files.map(({ file }, index) => ({ id: String(index), name: file.name })),
              refusal: one.problem?.words ?? null,
            }}
            name={name}
            waitingFor={
              one.files.length > 0 ? 'Sends once its files are uploaded' : 'Sends after your previous message'
            }
            onRetry={one.problem?.passing ? () => retryUploading(one) : null}
            onEdit={
              onEdit &&
              (() => {
                onEdit({ ...one.message, files: one.files.map(({ file }) => file), filesLost: false })
                removeUploading(one)
              })
            }
            onDelete={() => removeUploading(one)}
          />
        </li>
      ))}
    </ul>
  )
}

function Turn({
  mine,
  conversation: { person },
  children,
}: {
  mine: boolean
  conversation: Conversation
  children: ReactNode
}) {
  return (
    <div className="mt-3 flex min-w-0 items-end gap-2">
      {!mine && (
        <Avatar name={person.name} image={person.profile_image} className="mb-5 size-7! tiny:hidden" />
      )}
      <ol
        className={`flex min-w-0 flex-1 flex-col gap-1 ${mine ? 'items-stretch text-right *:text-left [&>:last-child]:text-right' : ''}`}
      >
        {children}
      </ol>
    </div>
  )
}

/** Announces messages that arrive while the end of the conversation is loaded. */
function Announcement({ latest, name }: { latest: Message | undefined; name: string }) {
  const [first] = useState(latest?.seq ?? 0)
  const fresh = latest && !latest.mine && !latest.deleted && latest.seq > first ? latest : null
  return (
    <p role="status" className="sr-only">
      {/* The same words again are another element, so that they are announced again. */}
      {fresh && <span key={fresh.seq}>{`${name}: ${fresh.text || 'a file'}`}</span>}
    </p>
  )
}

function Empty({ conversation: { person } }: { conversation: Conversation }) {
  return (
    <div className="m-auto flex max-w-[30ch] flex-col items-center py-8 text-center">
      <Avatar name={person.name} image={person.profile_image} className="size-16! text-22!" />
      <p className="mt-3 font-medium wrap-anywhere" dir="auto">
        {person.name}
      </p>
      <p className="mt-1 text-14 text-ink-soft">No messages yet. Say hello!</p>
    </div>
  )
}
