import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Conversation } from '#shared/api/conversations.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { eachOnce } from '#web/lib/each-once.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { unreadText } from '#web/lib/unread-text.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { tabClass } from '#web/ui/tabs.tsx'
import { useChatPlace } from './chat-place.ts'
import { ConversationSkeletons } from './chat-skeletons.tsx'
import { ConversationLink } from './conversation-link.tsx'
import { draftOf } from './drafts.ts'
import { FolderTab } from './folder-tab.tsx'
import type { Me } from './me.ts'
import { conversationsQuery } from './queries.ts'
import { SearchResults } from './search-results.tsx'
import { shortTime } from './short-time.ts'
import { useTyping } from './typing.ts'
import { useUnread } from './use-unread.ts'

/** The person’s conversations, or, while they search, matching people and messages. */
export function ConversationList({ me }: { me: Me }) {
  const { view } = useChatPlace()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows in it, which up and down lead through
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={moveAmongRows}>
      <search className="block px-4 py-3">
        <SearchField
          label="Search people and messages"
          placeholder="Search people and messages"
          value={typed}
          onChange={setTyped}
        />
      </search>
      {text ? (
        <SearchResults me={me} text={text} onDone={() => setTyped('')} />
      ) : (
        <>
          <FolderTabs me={me} />
          <Rows key={view.folder} me={me} />
        </>
      )}
    </div>
  )
}

function FolderTabs({ me }: { me: Me }) {
  const unread = useUnread(me)
  const { folder } = useChatPlace().view
  return (
    <nav aria-label="Conversations" className="flex flex-wrap gap-1 border-b border-line px-4">
      <FolderTab folder="inbox" className={tabClass(folder === 'inbox')}>
        Inbox
      </FolderTab>
      <FolderTab folder="requests" className={tabClass(folder === 'requests')}>
        Requests
        {unread && unread.requests > 0 && (
          <span className="ml-2 rounded-full bg-lamp-wash px-2 text-12 leading-5 text-lamp-ink tabular-nums">
            {unreadText(unread.requests)}
          </span>
        )}
      </FolderTab>
    </nav>
  )
}

function Rows({ me }: { me: Me }) {
  const { view } = useChatPlace()
  const query = useInfiniteQuery(conversationsQuery(me, view.folder))
  const { data, error } = query
  if (!data) {
    return error ? (
      <div className="overflow-y-auto p-3">
        <LoadFailed title="Your conversations didn’t load" {...failureOf(query)} />
      </div>
    ) : (
      <ConversationSkeletons count={5} />
    )
  }
  const unique = eachOnce(data.pages.flatMap(page => page.conversations))
  if (unique.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        {view.folder === 'requests' ? (
          <EmptyState title="No requests" picture={<Lamp lit={false} className="h-24" />}>
            Messages from people you don’t know yet show up here.
          </EmptyState>
        ) : (
          <EmptyState
            title="No conversations yet"
            picture={<Lamp lit className="h-24" />}
            action={
              <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
                Find people
              </Link>
            }
          >
            Search for someone above, or choose Message on their profile.
          </EmptyState>
        )}
      </div>
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label={view.folder === 'requests' ? 'Requests' : 'Inbox'} className="flex flex-col p-1">
        {unique.map(conversation => (
          <li key={conversation.id}>
            <Row me={me} conversation={conversation} current={conversation.id === view.conversationId} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={unique.length}
        what="More conversations"
        skeleton={<ConversationSkeletons count={2} />}
      />
    </div>
  )
}

function Row({ me, conversation, current }: { me: Me; conversation: Conversation; current: boolean }) {
  const { id, person, unread, muted, updated_at } = conversation
  const typing = useTyping(id)
  const now = useNow()
  const zone = useViewerZone()
  return (
    <ConversationLink
      id={id}
      aria-current={current ? 'page' : undefined}
      className="flex min-w-0 items-center gap-3 rounded-10 px-3 py-2.5 transition-colors hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-wash"
    >
      <Avatar name={person.name} image={person.profile_image} className="size-11! text-14" />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <PersonName
            name={person.name}
            className={cx('flex-1 text-14', unread > 0 ? 'font-semibold' : 'font-medium')}
          />
          {muted && <BellOff aria-label="Muted" className="size-3.5 shrink-0 text-ink-faint" />}
          <time dateTime={updated_at} className="shrink-0 text-12 text-ink-faint">
            {shortTime(updated_at, now, zone)}
          </time>
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <span
            dir="auto"
            className={cx(
              'min-w-0 flex-1 truncate text-14 leading-6',
              unread > 0 ? 'text-ink' : 'text-ink-faint',
            )}
          >
            {typing ? 'Typing…' : previewOf(me, conversation, current)}
          </span>
          {unread > 0 && (
            <span className="shrink-0 rounded-full bg-accent px-2 text-12 leading-5 font-medium text-on-accent tabular-nums">
              {unreadText(unread)}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </ConversationLink>
  )
}

function previewOf(me: Me, { id, last_message: last }: Conversation, current: boolean): string {
  const draft = current ? '' : draftOf(ownerKey(me), id).trim()
  if (draft) return `Draft: ${draft}`
  if (!last) return ''
  if (last.deleted) return 'A message was deleted.'
  const said = last.text || (last.attachments[0]?.type.startsWith('image/') ? 'A picture' : 'A file')
  return last.mine ? `You: ${said}` : said
}

function moveAmongRows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul a, ul button')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
