import { Link } from '@tanstack/react-router'
import { CopyPlus, Ellipsis, Pencil, Trash2, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** The owner's actions on a session. */
export function OwnerActions({ session }: { session: Session }) {
  const [deleting, setDeleting] = useState<{ open: boolean } | null>(null)
  const { id } = session
  const inPlace = { to: '.', resetScroll: false } as const
  const isOver = session.upcoming.length === 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOver ? (
        <Link
          to="/sessions/create"
          search={{ like: id }}
          className={cx(buttonClass({ variant: 'primary' }), 'max-sm:w-full')}
        >
          <CopyPlus aria-hidden="true" className="size-4" />
          Repeat this session
        </Link>
      ) : (
        <Link
          {...inPlace}
          search={old => ({ ...old, show: 'invite' as const })}
          className={cx(buttonClass({ variant: 'primary' }), 'max-sm:w-full')}
        >
          <UserPlus aria-hidden="true" className="size-4" />
          Invite Followers
        </Link>
      )}
      <Link {...inPlace} search={old => ({ ...old, show: 'enrolled' as const })} className={buttonClass()}>
        <UsersRound aria-hidden="true" className="size-4" />
        Enrolled students <span className="font-normal text-ink-faint tabular-nums">{session.attendees}</span>
      </Link>
      <Link to="/sessions/$id/edit" params={{ id }} className={buttonClass()}>
        <Pencil aria-hidden="true" className="size-4" />
        Edit
      </Link>
      <Menu
        entries={[
          {
            label: 'Copy session',
            icon: <CopyPlus aria-hidden="true" className="size-4" />,
            render: <Link to="/sessions/create" search={{ like: id }} />,
          },
          ...(isOver
            ? [
                {
                  label: 'Sent invitations',
                  icon: <UserPlus aria-hidden="true" className="size-4" />,
                  render: <Link {...inPlace} search={old => ({ ...old, show: 'invited' as const })} />,
                },
              ]
            : []),
          'separator',
          {
            label: 'Delete',
            danger: true,
            icon: <Trash2 aria-hidden="true" className="size-4" />,
            onSelect: () => setDeleting({ open: true }),
          },
        ]}
        trigger={props => (
          <IconButton {...props} label="More">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
      {deleting && (
        <DeleteDialog session={session} open={deleting.open} onClose={() => setDeleting({ open: false })} />
      )}
    </div>
  )
}
