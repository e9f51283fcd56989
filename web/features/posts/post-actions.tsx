import { Bookmark, Check, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { useActAfterSignIn } from '#web/features/logins/after-sign-in.ts'
import { SignInLink } from '#web/features/logins/sign-in-link.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton, iconButtonClass } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useShareLink } from '#web/ui/use-share-link.ts'
import { MoreMenu } from './more-menu.tsx'
import { saveDialog } from './post-dialogs.ts'
import { useSavePost } from './use-save-post.ts'

const DeletePostDialog = lazyDialog(async () => (await import('./delete-post-dialog.tsx')).DeletePostDialog)

/** The actions on a post: save someone else's, share it, delete the person's own. `whole` on its own page. */
export function PostActions({
  post,
  whole = false,
  onGone,
}: {
  post: PostCard
  whole?: boolean
  /** It was deleted, or its author blocked. */
  onGone?: () => void
}) {
  const visitor = useIsVisitor()
  return (
    <div
      className={cx('relative flex items-center', !whole && '[&>a]:size-8 [&>button]:size-8')}
      data-print="hidden"
    >
      {!post.is_owner && <SaveButton post={post} />}
      <ShareButton post={post} />
      {post.is_owner && <DeleteButton post={post} onDeleted={onGone} />}
      {!visitor && <MoreMenu post={post} whole={whole} onBlocked={onGone} />}
    </div>
  )
}

function SaveButton({ post }: { post: PostCard }) {
  const { change } = useSavePost(post)
  useActAfterSignIn('save', post.id, () => !post.saved && change({}))
  if (useIsVisitor()) {
    return (
      <SignInLink
        act="save"
        id={post.id}
        next={`/ignite/${post.id}`}
        aria-label="Save"
        data-tip="Save"
        className={iconButtonClass}
      >
        <Bookmark aria-hidden="true" className="size-5" />
      </SignInLink>
    )
  }
  return (
    <IconButton
      label={post.saved ? 'Edit saved post' : 'Save'}
      of={post.post_name}
      aria-haspopup={post.saved ? 'dialog' : undefined}
      data-bookmark={post.id}
      onClick={() => (post.saved ? saveDialog.open(post) : change({}))}
    >
      <Bookmark aria-hidden="true" className={cx('size-5', post.saved && 'fill-lamp text-lamp-ink')} />
    </IconButton>
  )
}

function ShareButton({ post }: { post: PostCard }) {
  const { share, copied } = useShareLink({ title: post.post_name, path: `/ignite/${post.id}` })
  const Icon = copied ? Check : Share2
  return (
    <IconButton label={copied ? 'Copied' : 'Share'} of={post.post_name} onClick={() => void share()}>
      <Icon aria-hidden="true" className={cx('size-5', copied && 'text-positive')} />
    </IconButton>
  )
}

function DeleteButton({ post, onDeleted }: { post: PostCard; onDeleted: (() => void) | undefined }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <IconButton label="Delete" of={post.post_name} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
      <DeletePostDialog post={post} open={asked} onClose={() => setAsked(false)} onDeleted={onDeleted} />
    </>
  )
}
