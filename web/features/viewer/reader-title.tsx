import { useQuery } from '@tanstack/react-query'
import { Eye, Maximize, Minimize, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { viewsQuery } from './queries.ts'

type Props = {
  post: PostCard
  fullscreen: { active: boolean; possible: boolean; toggle: () => void }
  tools: ReactNode
  /** Whether something covers the reader for now. */
  covered: boolean
  onClose: () => void
}

/** What is read and by whom it is, and the way out. */
export function ReaderTitle({ post, fullscreen, tools, covered, onClose }: Props) {
  return (
    <>
      <div className="reader-title" inert={covered}>
        <IconButton label="Close" shortcut="Escape" onClick={onClose} className="tip-end">
          <X className="size-5" strokeWidth={1.5} />
        </IconButton>
        <div className="min-w-0">
          <h1 className="truncate text-16 leading-6" title={post.post_name}>
            {post.post_name}
          </h1>
          <p className="truncate text-12 text-ink-faint">
            {post.course_subject} · <span className="figures">{post.crn}</span> · {post.name}
          </p>
        </div>
      </div>
      <div className="reader-extra" inert={covered}>
        <Views postId={post.id} />
        {tools}
        {fullscreen.possible && (
          <IconButton
            label={fullscreen.active ? 'Leave full screen' : 'Full screen'}
            onClick={fullscreen.toggle}
            className="tip-start"
          >
            {fullscreen.active ? (
              <Minimize className="size-5" strokeWidth={1.5} />
            ) : (
              <Maximize className="size-5" strokeWidth={1.5} />
            )}
          </IconButton>
        )}
      </div>
    </>
  )
}

function Views({ postId }: { postId: string }) {
  const { data } = useQuery(viewsQuery(postId))
  // Nothing is said where the count can't be had.
  if (!data) return null
  const views = data.totalViews === 1 ? 'view' : 'views'
  const people = data.uniqueViews === 1 ? 'person' : 'people'
  return (
    <p
      className="flex items-center gap-1.5 px-2 text-14 whitespace-nowrap text-ink-soft"
      title={`${data.totalViews} ${views} by ${data.uniqueViews} ${people}`}
    >
      <Eye className="size-4" strokeWidth={1.5} aria-hidden="true" />
      <span className="tabular-nums">{data.totalViews.toLocaleString('en')}</span>
      <span className="max-sm:sr-only">{views}</span>
    </p>
  )
}
