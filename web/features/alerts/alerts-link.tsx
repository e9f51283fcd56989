import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { AlertsBadge } from './alerts-badge.tsx'

/** The link to the alerts on every page; on a phone the tab bar has it. */
export function AlertsLink() {
  return (
    <Link
      to="/notifications"
      data-tip="Alerts"
      activeOptions={{ includeSearch: false }}
      className={cx(iconButtonClass, 'relative max-md:hidden')}
    >
      <span className="sr-only">Alerts </span>
      <span className="relative">
        <Bell aria-hidden="true" className="size-5" />
        <AlertsBadge />
      </span>
    </Link>
  )
}
