import { Ban, Ellipsis, Flag, Link2, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { copyLink } from '#web/ui/use-share-link.ts'
import { editDialog } from './post-dialogs.ts'

const ReportDialog = lazyDialog(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)
const BlockDialog = lazyDialog(
  async () => (await import('#web/features/blocks/block-dialog.tsx')).BlockDialog,
)

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
  const [asked, setAsked] = useState<'report' | 'block' | null>(null)
  const close = () => setAsked(null)
  const entries: MenuEntry[] = [
    { label: 'Copy link', icon: <Icon of={Link2} />, onSelect: () => void copyLink(`/ignite/${post.id}`) },
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
        onSelect: () => setAsked('report'),
      },
      {
        label: 'Block author',
        icon: <Icon of={Ban} />,
        onSelect: () => setAsked('block'),
      },
    )
  }
  return (
    <>
      <Menu
        entries={entries}
        trigger={props => (
          <IconButton {...props} label="More" of={post.post_name}>
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
      <ReportDialog subject={{ post }} open={asked === 'report'} onClose={close} />
      <BlockDialog person={post} open={asked === 'block'} onClose={close} onBlocked={onBlocked} />
    </>
  )
}

function Icon({ of: Shape }: { of: typeof Flag }) {
  return <Shape aria-hidden="true" className="size-4" />
}
