import type { LinkProps } from '@tanstack/react-router'
import {
  CalendarClock,
  CircleHelp,
  Compass,
  type LucideIcon,
  PenTool,
  Search,
  Settings,
  UserRound,
  Wallet,
} from 'lucide-react'

type Place = {
  to: LinkProps['to']
  icon: LucideIcon
  /** Its name in the side menu, where it stands there. */
  side?: string
  /** Its name in the bottom tab bar, where it stands there. */
  tab?: string
  /** Its name in the avatar's menu, where it stands there. */
  own?: string
}

/** Every page that can be reached from everywhere, in order. A page joins the navigation with its line here. */
export const places: readonly Place[] = [
  { to: '/explore', icon: Compass, side: 'Dashboard', tab: 'Explore' },
  { to: '/profile', icon: UserRound, side: 'Profile', own: 'My Profile' },
  { to: '/meeting', icon: CalendarClock, tab: 'Meetings', own: 'Meetings' },
  { to: '/whiteboard', icon: PenTool, own: 'Whiteboard' },
  { to: '/profile/wallet', icon: Wallet, own: 'Wallet' },
  { to: '/search', icon: Search, side: 'Search', tab: 'Search' },
  { to: '/profile/settings', icon: Settings, side: 'Settings', own: 'Settings' },
  { to: '/faq', icon: CircleHelp, own: 'Help' },
]
