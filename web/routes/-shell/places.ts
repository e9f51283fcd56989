import type { LinkProps } from '@tanstack/react-router'
import {
  Bell,
  Bookmark,
  CalendarClock,
  CircleHelp,
  Compass,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
  PenTool,
  Search,
  Settings,
  UserRound,
  Wallet,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { AlertsBadge } from '#web/features/alerts/alerts-badge.tsx'
import { MessagesBadge } from '#web/features/chat/messages-badge.tsx'

type Place = {
  to: LinkProps['to']
  icon: LucideIcon
  search?: LinkProps['search']
  /** Its name in the side menu's first group, if it is there. */
  side?: string
  /** Its name in the side menu's second group, if it is there. */
  more?: string
  /** Its name in the bottom tab bar, if it is there. */
  tab?: string
  /** The badge on its icon in the side menu and the tab bar. */
  badge?: ComponentType
  /** Its name in the avatar's menu, if it is there. */
  own?: string
  /** Its name in the top bar, if it is there. */
  bar?: string
}

/** Every page in the navigation, in order. Add a line here to add a page. */
export const places: readonly Place[] = [
  { to: '/explore', icon: Compass, side: 'Dashboard', tab: 'Explore' },
  { to: '/profile', icon: UserRound, side: 'Profile', own: 'My Profile' },
  { to: '/meeting', icon: CalendarClock, more: 'Meetings', tab: 'Meetings', own: 'Meetings' },
  { to: '/messages', icon: MessagesSquare, more: 'Messages', own: 'Messages', badge: MessagesBadge },
  { to: '/profile', search: { tab: 'saved' }, icon: Bookmark, more: 'Saved', own: 'Saved' },
  { to: '/whiteboard', icon: PenTool, more: 'Boards', own: 'Boards', bar: 'Whiteboard' },
  { to: '/profile/wallet', icon: Wallet, more: 'Wallet', own: 'Wallet' },
  { to: '/search', icon: Search, side: 'Search', tab: 'Search' },
  { to: '/tutors', icon: GraduationCap, more: 'Tutors', own: 'Find a tutor' },
  { to: '/notifications', icon: Bell, tab: 'Alerts', badge: AlertsBadge },
  { to: '/profile/settings', icon: Settings, side: 'Settings', own: 'Settings' },
  { to: '/faq', icon: CircleHelp, own: 'Help' },
]
