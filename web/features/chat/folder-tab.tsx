import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPlainClick } from '#web/lib/plain-click.ts'
import { chosenLink } from '#web/ui/chosen-link.ts'
import { useChatPlace } from './chat-place.ts'
import type { Folder } from './queries.ts'

/** A link to a list of conversations. In the dock it opens there. */
export function FolderTab({
  folder,
  className,
  children,
}: {
  folder: Folder
  className: string
  children: ReactNode
}) {
  const { docked, view, show } = useChatPlace()
  const current = view.folder === folder
  return (
    <Link
      to="/messages"
      search={{ folder: folder === 'requests' ? folder : undefined }}
      resetScroll={false}
      {...chosenLink(current)}
      className={className}
      onClick={event => {
        if (!docked || !isPlainClick(event)) return
        event.preventDefault()
        show({ folder })
      }}
    >
      {children}
    </Link>
  )
}
