import { Link } from '@tanstack/react-router'
import { PenTool } from 'lucide-react'
import type { RefObject } from 'react'
import { AlertsLink } from '#web/features/alerts/alerts-link.tsx'
import { MessagesLink } from '#web/features/chat/messages-link.tsx'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { CreateMenu } from './create-menu.tsx'
import { Logo } from './logo.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeMenu } from './theme-menu.tsx'

export function TopBar({ searchInput }: { searchInput: RefObject<HTMLInputElement | null> }) {
  return (
    <header
      data-print="hidden"
      className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-paper px-4 lg:px-6"
    >
      <div className="flex-1 md:flex-none lg:w-50">
        <Logo to="/explore" />
      </div>
      <SearchBox input={searchInput} className="mx-auto hidden w-full max-w-140 min-w-0 md:block" />
      <div className="flex items-center gap-1">
        <MessagesLink />
        <AlertsLink />
        <Link to="/whiteboard" aria-label="Whiteboard" data-tip="Whiteboard" className={iconButtonClass}>
          <PenTool aria-hidden="true" strokeWidth={1.5} className="size-5" />
        </Link>
        <ThemeMenu />
        <div className="mx-1 hidden md:block">
          <CreateMenu />
        </div>
        <AvatarMenu />
      </div>
    </header>
  )
}
