import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ChatPerson, shortestPeopleSearch } from '#shared/api/chat.ts'
import type { Message } from '#shared/api/messages.ts'
import { counted } from '#shared/domain/counted.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { useChatPlace } from './chat-place.ts'
import { ConversationSkeletons } from './chat-skeletons.tsx'
import { ConversationLink } from './conversation-link.tsx'
import { excerptOf } from './excerpt.ts'
import type { Me } from './me.ts'
import { messagesFoundQuery, peopleFoundQuery } from './queries.ts'
import { shortTime } from './short-time.ts'
import { useStart } from './use-start.ts'
import { UsernameAndCollege } from './username-and-college.tsx'

/** People and messages that contain the typed words. */
export function SearchResults({ me, text, onDone }: { me: Me; text: string; onDone: () => void }) {
  const settled = useSettled(text)
  const { conversationId, at } = useChatPlace().view
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line pb-2">
      {/* Anew for each conversation that is chosen: an answer about a person chosen before would replace it. */}
      <People
        key={`${conversationId} ${at}`}
        me={me}
        text={settled}
        typing={text !== settled}
        onDone={onDone}
      />
      <Messages me={me} text={settled} typing={text !== settled} />
    </div>
  )
}

type SearchProps = {
  me: Me
  text: string
  /** Whether other words are typed by now. */
  typing: boolean
}

const rowClass =
  'flex w-full min-w-0 items-center gap-3 rounded-10 px-3 py-2 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2'

function People({ me, text, typing, onDone }: SearchProps & { onDone: () => void }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...peopleFoundQuery(me, text),
    placeholderData: keepPreviousData,
  })
  const { show } = useChatPlace()
  const { start, isPending } = useStart(me, conversationId => {
    show({ conversationId, at: undefined })
    onDone()
  })
  const tooShort = [...text].length < shortestPeopleSearch
  const isSearching = isPlaceholderData || typing
  const note = tooShort
    ? `Type at least ${shortestPeopleSearch} characters to find people.`
    : !error && !isSearching && data?.length === 0 && 'No people found'
  const count = data && !isSearching && `${counted(data.length, 'person', 'people')} shown`
  return (
    <Found title="People" note={note} count={count}>
      {note ? null : error ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data?.length ? (
        <ConversationSkeletons count={2} />
      ) : (
        <ul className="px-1">
          {data.map(person => (
            <li key={person.username}>
              <button
                type="button"
                aria-disabled={isPending || undefined}
                onClick={() => start(person.username)}
                className={rowClass}
              >
                <Person person={person} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Found>
  )
}

function Person({ person }: { person: ChatPerson }) {
  const { name, profile_image } = person
  return (
    <>
      <Avatar name={name} image={profile_image} className="size-9! text-14" />
      <span className="min-w-0">
        <PersonName name={name} className="text-14 font-medium" />
        <UsernameAndCollege person={person} />
      </span>
    </>
  )
}

function Messages({ me, text, typing }: SearchProps) {
  const query = useInfiniteQuery({ ...messagesFoundQuery(me, text), placeholderData: keepPreviousData })
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage } = query
  const found = data?.pages.flatMap(page => page.results) ?? []
  const isSearching = isPlaceholderData || typing
  const note = data && !isSearching && found.length === 0 && 'No messages found'
  const count = data && !isSearching && countSoFar(found.length, hasNextPage, 'message', 'messages')
  return (
    <Found title="Messages" note={note} count={count}>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : note ? null : found.length === 0 ? (
        <ConversationSkeletons count={3} />
      ) : (
        <>
          <ul className="px-1">
            {found.map(({ message, person }) => (
              <li key={`${message.conversation_id} ${message.seq}`}>
                <ConversationLink id={message.conversation_id} at={message.seq} className={rowClass}>
                  <Hit message={message} person={person} text={text} />
                </ConversationLink>
              </li>
            ))}
          </ul>
          <MoreRows
            query={query}
            count={found.length}
            what="More messages"
            skeleton={<ConversationSkeletons count={2} />}
          />
        </>
      )}
    </Found>
  )
}

function Hit({ message, person, text }: { message: Message; person: ChatPerson; text: string }) {
  const now = useNow()
  const zone = useViewerZone()
  return (
    <>
      <Avatar name={person.name} image={person.profile_image} className="size-9! text-14" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <PersonName name={person.name} className="flex-1 text-14 font-medium" />
          <time dateTime={message.sent_at} className="shrink-0 text-12 text-ink-faint">
            {shortTime(message.sent_at, now, zone)}
          </time>
        </span>
        <span className="line-clamp-2 text-12 wrap-anywhere text-ink-soft" dir="auto">
          {message.mine && 'You: '}
          {excerptOf(message.text, text)}
        </span>
      </span>
    </>
  )
}

type FoundProps = {
  title: string
  /** Shown instead of results. */
  note: string | false | undefined
  /** How many there are, in words. */
  count: string | false | undefined
  children: ReactNode
}

function Found({ title, note, count, children }: FoundProps) {
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-3 pb-1 font-sans text-12 font-medium tracking-normal text-ink-faint">{title}</h2>
      <FoundStatus unseen={!note} className={cx(note && 'px-4 py-2')}>
        {note || count}
      </FoundStatus>
      {children}
    </section>
  )
}

function Failed({ error, onRetry, retrying }: { error: Error; onRetry: () => void; retrying: boolean }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-2 text-14 text-ink-soft">
      {problemText(error)}
      <Button size="sm" pending={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
