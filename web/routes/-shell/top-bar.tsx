import { Link } from '@tanstack/react-router'
import { PenTool, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { AlertsLink } from '#web/features/alerts/alerts-link.tsx'
import { MessagesLink } from '#web/features/chat/messages-link.tsx'
import { Logo } from '#web/features/landing/logo.tsx'
import { ThemeMenu } from '#web/features/theme/theme-menu.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { useCreateEntries } from './use-create-entries.tsx'

export function TopBar({ searchInput }: { searchInput: RefObject<HTMLInputElement | null> }) {
  return (
    // Without a network, the banner stays on top instead.
    <header
      data-print="hidden"
      className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-paper px-4 lg:px-6 tiny:px-2 short:static in-[:root:has([data-offline])]:static coarse:short:in-[:root:has([data-conversation])]:hidden"
    >
      <div className="flex-1 md:flex-none lg:w-50">
        <Logo to="/explore" />
      </div>
      <SearchBox input={searchInput} className="mx-auto hidden w-full min-w-0 max-w-140 md:block" />
      <div className="flex items-center gap-1">
        <MessagesLink />
        <AlertsLink />
        <Link
          to="/whiteboard"
          aria-label="Whiteboard"
          data-tip="Whiteboard"
          className={cx(iconButtonClass, 'tight:hidden')}
        >
          <PenTool aria-hidden="true" className="size-5" />
        </Link>
        <div className="tight:hidden">
          <ThemeMenu />
        </div>
        <div className="mx-1 hidden md:block">
          <CreateMenu />
        </div>
        <AvatarMenu />
      </div>
    </header>
  )
}

function CreateMenu() {
  return (
    <Menu
      entries={useCreateEntries()}
      trigger={props => (
        <button {...props} className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden="true" className="size-4" />
          Create
        </button>
      )}
    />
  )
}
