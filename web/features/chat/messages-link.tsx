import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { isPlainClick } from '#web/lib/plain-click.ts'
import { cx } from '#web/ui/cx.ts'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { dockRoom, dockStore } from './dock-store.ts'
import { MessagesBadge } from './messages-badge.tsx'

/** The link to the messages on every page: beside it if there is room, otherwise to their own page. */
export function MessagesLink() {
  return (
    <Link
      to="/messages"
      data-tip="Messages"
      className={cx(iconButtonClass, 'relative')}
      onClick={event => {
        const onItsPage = location.pathname.startsWith('/messages')
        if (!isPlainClick(event) || onItsPage || !matchMedia(dockRoom).matches) return
        event.preventDefault()
        dockStore.set({ open: !dockStore.read().open })
      }}
    >
      <span className="relative">
        <span className="sr-only">Messages</span>
        <MessagesSquare aria-hidden="true" className="size-5" />
        <MessagesBadge />
      </span>
    </Link>
  )
}
