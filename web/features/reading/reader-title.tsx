import { useQuery } from '@tanstack/react-query'
import { Eye, Maximize, Minimize, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { counted } from '#shared/domain/counted.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { viewsQuery } from './queries.ts'

type Props = {
  post: PostCard
  /** Whether it is a copy that this browser kept, of which nobody could be asked. */
  unasked: boolean
  /** What was just done. */
  note: string | null
  /** Whether the search is open, and a switch for it; undefined if there is no text. */
  finding: { open: boolean; toggle: () => void } | undefined
  fullscreen: { active: boolean; possible: boolean; toggle: () => void }
  tools: ReactNode
  /** Whether something covers the reader. */
  covered: boolean
  onClose: () => void
}

/** The document's title and author, and the close button. */
export function ReaderTitle({ post, unasked, note, finding, fullscreen, tools, covered, onClose }: Props) {
  return (
    <>
      <div className="reader-title" inert={covered}>
        <IconButton label="Close" shortcut="Escape" onClick={onClose}>
          <X className="size-5" />
        </IconButton>
        <div className="min-w-0">
          <h1 className="truncate text-16 leading-6" title={post.post_name} dir="auto">
            {post.post_name}
          </h1>
          <p className="truncate text-12 text-ink-faint">
            <span role="status" className="text-caution">
              {unasked && 'Saved on this device · '}
            </span>
            <span hidden={note !== null}>
              {post.course_subject} · <span className="figures">{post.crn}</span> · <bdi>{post.name}</bdi>
            </span>
            <span role="status" className="text-ink-soft">
              {note}
            </span>
          </p>
        </div>
      </div>
      <div className="reader-extra" inert={covered}>
        <Views postId={post.id} />
        {finding && (
          <IconButton
            label="Find"
            shortcut="Control+F"
            aria-expanded={finding.open}
            onClick={finding.toggle}
            className="hover:bg-sheet"
          >
            <Search className="size-5" />
          </IconButton>
        )}
        {tools}
        {fullscreen.possible && (
          <IconButton
            label={fullscreen.active ? 'Leave full screen' : 'Full screen'}
            onClick={fullscreen.toggle}
          >
            {fullscreen.active ? <Minimize className="size-5" /> : <Maximize className="size-5" />}
          </IconButton>
        )}
      </div>
    </>
  )
}

function Views({ postId }: { postId: string }) {
  const { data } = useQuery(viewsQuery(postId))
  // Empty if the count isn't available.
  if (!data) return null
  const views = data.totalViews === 1 ? 'view' : 'views'
  return (
    <p
      className="flex items-center gap-1.5 px-2 text-14 whitespace-nowrap text-ink-soft tiny:hidden"
      title={`${counted(data.totalViews, 'view', 'views')} by ${counted(data.uniqueViews, 'person', 'people')}`}
    >
      <Eye className="size-4" aria-hidden="true" />
      <span className="tabular-nums">{data.totalViews.toLocaleString('en')}</span>
      <span className="max-lg:sr-only">{views}</span>
    </p>
  )
}
