import type { LinkProps } from '@tanstack/react-router'
import {
  Bell,
  CalendarClock,
  CircleHelp,
  Compass,
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

type Place = {
  to: LinkProps['to']
  icon: LucideIcon
  /** Its name in the side menu, where it stands there. */
  side?: string
  /** Its name in the bottom tab bar, where it stands there. */
  tab?: string
  /** What stands on its icon there. */
  badge?: ComponentType
  /** Its name in the avatar's menu, where it stands there. */
  own?: string
}

/** Every page that can be reached from everywhere, in order. A page joins the navigation with its line here. */
export const places: readonly Place[] = [
  { to: '/explore', icon: Compass, side: 'Dashboard', tab: 'Explore' },
  { to: '/profile', icon: UserRound, side: 'Profile', own: 'My Profile' },
  { to: '/meeting', icon: CalendarClock, tab: 'Meetings', own: 'Meetings' },
  { to: '/messages', icon: MessagesSquare, own: 'Messages' },
  { to: '/whiteboard', icon: PenTool, own: 'Whiteboard' },
  { to: '/profile/wallet', icon: Wallet, own: 'Wallet' },
  { to: '/search', icon: Search, side: 'Search', tab: 'Search' },
  { to: '/notifications', icon: Bell, tab: 'Alerts', badge: AlertsBadge },
  { to: '/profile/settings', icon: Settings, side: 'Settings', own: 'Settings' },
  { to: '/faq', icon: CircleHelp, own: 'Help' },
]
