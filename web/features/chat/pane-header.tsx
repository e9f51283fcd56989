import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bell, BellOff, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { useReportOrBlock } from '#web/features/blocks/use-report-or-block.tsx'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { askForConversation, showConversation } from './cache.ts'
import { chatCall } from './chat-call.ts'
import { useChatPlace } from './chat-place.ts'
import type { Me } from './me.ts'
import { UsernameAndCollege } from './username-and-college.tsx'

/** The other person, the way back to the list, and rare actions. */
export function PaneHeader({
  me,
  conversation,
  children,
}: {
  me: Me
  conversation: Conversation
  children?: ReactNode
}) {
  const { docked, show } = useChatPlace()
  const { person, muted } = conversation
  const Heading = docked ? 'h2' : 'h1'
  return (
    <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
      <IconButton
        label="Back to the conversations"
        className={docked ? undefined : 'lg:hidden'}
        onClick={() => show({ conversationId: null, at: undefined })}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <PersonLink
        username={person.username}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-10 px-1 py-1 hover:bg-sunken"
      >
        <Avatar name={person.name} image={person.profile_image} className="size-9! text-14 tiny:hidden" />
        <span className="min-w-0">
          <Heading className="flex items-center gap-1.5 font-sans text-16 leading-5 font-medium tracking-normal">
            <bdi className="truncate" title={person.name}>
              {person.name}
            </bdi>
            {muted && <BellOff aria-label="Muted" className="size-3.5 shrink-0 text-ink-faint" />}
          </Heading>
          <UsernameAndCollege person={person} />
        </span>
      </PersonLink>
      <PaneMenu me={me} conversation={conversation} />
      {children}
    </header>
  )
}

function PaneMenu({ me, conversation: { id, person, muted } }: { me: Me; conversation: Conversation }) {
  const queryClient = useQueryClient()
  const { entries, dialogs } = useReportOrBlock({
    person,
    onBlocked: () => void askForConversation(queryClient, me, id),
  })
  const mute = useMutation({
    mutationFn: () => chatCall(me, conversations.mute, { params: { id }, body: { muted: !muted } }),
    onSuccess: ({ conversation }) => showConversation(queryClient, conversation),
    onError: error => toast.error(problemText(error)),
  })
  const BellIcon = muted ? Bell : BellOff
  return (
    <>
      <Menu
        entries={[
          {
            label: muted ? 'Unmute' : 'Mute',
            icon: <BellIcon aria-hidden="true" className="size-4" />,
            onSelect: () => mute.mutate(),
          },
          'separator',
          ...entries,
        ]}
        trigger={props => (
          <IconButton {...props} label="More about this conversation" data-tip="More">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
      {dialogs}
    </>
  )
}
