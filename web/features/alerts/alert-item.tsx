import { Link, useRouter } from '@tanstack/react-router'
import { Check, Ellipsis, Settings } from 'lucide-react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { isPlainClick } from '#web/lib/plain-click.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { alertIcons } from './alert-icons.ts'
import type { AlertGroup } from './groups.ts'
import { useMark } from './use-mark.ts'

/** An alert, as a line that links to its subject. */
export function AlertItem({ group }: { group: AlertGroup }) {
  const { alerts, title, read } = group
  const [latest] = alerts
  const mark = useMark()
  const router = useRouter()
  const { username } = useLogin()
  const ids = alerts.map(({ id }) => id)
  const link =
    latest.kind === 'follow' && alerts.length > 1
      ? `/profile/${encodeURIComponent(username)}/followers`
      : latest.link
  return (
    <li
      className={cx(
        'relative flex min-w-0 items-start gap-3 py-3 pr-1 pl-5 transition-colors hover:bg-sunken sm:gap-4',
        !read && 'bg-accent-wash/40',
      )}
    >
      {!read && (
        <span
          aria-hidden="true"
          className="absolute top-8 left-1.5 size-2 -translate-y-1/2 rounded-full bg-accent"
        />
      )}
      <Picture group={group} />
      <div className="min-w-0 flex-1">
        <a
          href={link}
          onClick={event => {
            if (!read) mark({ ids, read: true })
            if (!isPlainClick(event)) return
            event.preventDefault()
            router.history.push(link)
          }}
          className={cx(
            'block text-14 wrap-anywhere text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent sm:text-16',
            !read && 'font-medium',
          )}
        >
          {title}
          {!read && <span className="sr-only"> (unread)</span>}
        </a>
        {latest.about && (
          <p className="mt-0.5 line-clamp-2 text-14 wrap-anywhere text-ink-soft" dir="auto">
            {/* A line may end with the dot, but not begin with it. */}
            {latest.about.replaceAll(' · ', '\u00a0· ')}
          </p>
        )}
        <RelativeTime date={latest.date} className="mt-0.5 block text-12 text-ink-faint" />
      </div>
      <Menu
        entries={[
          {
            label: read ? 'Mark as unread' : 'Mark as read',
            icon: <Check aria-hidden="true" className="size-4" />,
            onSelect: () => mark({ ids, read: !read }),
          },
          {
            label: 'Notification settings',
            icon: <Settings aria-hidden="true" className="size-4" />,
            render: <Link to="/profile/settings" search={{ tab: 'notifications' }} />,
          },
        ]}
        trigger={props => (
          <IconButton {...props} label={`More about “${title}”`} data-tip="More" className="relative">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
    </li>
  )
}

/** Who caused it, if a person did, and what it is about. */
function Picture({ group: { alerts } }: { group: AlertGroup }) {
  const [{ person, icon }] = alerts
  const Icon = alertIcons[icon]
  if (!person) {
    return (
      <span className="inline-flex size-10 shrink-0 tiny:hidden items-center justify-center rounded-full bg-sunken text-ink-soft">
        <Icon aria-hidden="true" className="size-5" />
      </span>
    )
  }
  return (
    <span className="relative shrink-0 tiny:hidden">
      <Avatar name={person.name} image={person.profile_image} className="size-10! text-14" />
      <span className="absolute -right-1 -bottom-1 inline-flex size-5 items-center justify-center rounded-full border border-line bg-sheet text-ink-soft">
        <Icon aria-hidden="true" className="size-3" />
      </span>
    </span>
  )
}
