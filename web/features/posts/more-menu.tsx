import { Ban, Ellipsis, Flag, Link2, Pencil, Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { editDialog } from './post-dialogs.ts'
import { copyLink } from './use-share-post.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
}))
const BlockDialog = lazy(async () => ({
  default: (await import('#web/features/blocks/block-dialog.tsx')).BlockDialog,
}))

type Opened = { dialog: 'report' | 'block'; open: boolean } | null

/** Rarely used actions on a post. `whole` on the post's own page, which can be printed. */
export function MoreMenu({
  post,
  whole,
  onBlocked,
}: {
  post: PostCard
  whole: boolean
  onBlocked?: (() => void) | undefined
}) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(opened && { ...opened, open: false })
  const entries: MenuEntry[] = [
    { label: 'Copy link', icon: <Icon of={Link2} />, onSelect: () => void copyLink(post) },
  ]
  if (post.is_owner) {
    entries.unshift({ label: 'Edit', icon: <Icon of={Pencil} />, onSelect: () => editDialog.open(post) })
  }
  // The menu closes first: a page freezes while it is printed.
  if (whole) entries.push({ label: 'Print', icon: <Icon of={Printer} />, onSelect: () => setTimeout(print) })
  if (!post.is_owner) {
    entries.push(
      'separator',
      {
        label: 'Report post',
        icon: <Icon of={Flag} />,
        onSelect: () => setOpened({ dialog: 'report', open: true }),
      },
      {
        label: 'Block author',
        icon: <Icon of={Ban} />,
        onSelect: () => setOpened({ dialog: 'block', open: true }),
      },
    )
  }
  return (
    <>
      <Menu
        entries={entries}
        trigger={props => (
          <IconButton {...props} label="More" of={post.post_name}>
            <Ellipsis aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </IconButton>
        )}
      />
      {opened && (
        <Suspense>
          {opened.dialog === 'report' ? (
            <ReportDialog subject={{ post }} open={opened.open} onClose={close} />
          ) : (
            <BlockDialog person={post} open={opened.open} onClose={close} onBlocked={onBlocked} />
          )}
        </Suspense>
      )}
    </>
  )
}

function Icon({ of: Shape }: { of: typeof Flag }) {
  return <Shape aria-hidden="true" strokeWidth={1.5} className="size-4" />
}
