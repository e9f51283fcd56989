import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { isPlainClick } from '#web/lib/plain-click.ts'
import { useChatPlace } from './chat-place.ts'

/** A link to a conversation, or to one of its messages. In the dock it opens there. */
export function ConversationLink({
  id,
  at,
  ...props
}: { id: string; at?: number | undefined } & Pick<
  ComponentProps<'a'>,
  'className' | 'children' | 'aria-current' | 'onKeyDown'
>) {
  const { docked, view, show } = useChatPlace()
  const onClick = (event: MouseEvent) => {
    if (!docked || !isPlainClick(event)) return
    event.preventDefault()
    show({ conversationId: id, at })
  }
  return (
    <Link
      {...props}
      to="/messages/$conversationId"
      params={{ conversationId: id }}
      search={{ at, folder: view.folder === 'requests' ? 'requests' : undefined }}
      preload={false}
      resetScroll={false}
      onClick={onClick}
    />
  )
}
