import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { PostCard } from '#shared/api/posts.ts'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { placeOf, ReadLine } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { useForgetPage } from '#web/features/reading/use-forget-page.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Above the feed: what the person was reading, in one row at every width; on a phone it scrolls sideways. */
export function ContinueReading({ posts }: { posts: readonly PostCard[] }) {
  const forget = useForgetPage()
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="continue-reading" data-print="hidden" className="mb-6">
      <h2 id="continue-reading" className="mb-3 text-18 leading-6">
        Continue reading
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 py-1 md:mx-0 md:grid md:grid-cols-3 md:overflow-visible md:px-0 md:py-0">
        {posts.map(post => (
          <li
            key={post.id}
            className="grid w-72 max-w-[85vw] shrink-0 snap-start only:w-full only:max-w-none md:w-auto md:max-w-none"
          >
            <Unfinished post={post} onRemove={() => forget(post)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Unfinished({ post, onRemove }: { post: PostCard; onRemove: () => void }) {
  const placeId = `left-at-${post.id}`
  return (
    <div
      className="course-tint relative flex h-28 min-w-0 items-stretch rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] before:absolute before:-inset-y-px before:-left-px before:w-1.5 before:rounded-l-10 before:bg-course hover:border-line-strong hover:shadow-raised"
      style={courseStyle(post)}
    >
      <PostThumbnail
        post={post}
        eager
        className="ml-1.5 w-20 shrink-0 border-r border-line tiny:hidden md:max-lg:w-14"
      />
      <div className="flex min-w-0 flex-1 flex-col py-2.5 pr-3 pl-3.5">
        <p className="figures truncate pr-8 text-12 text-ink-faint" title={post.course_subject}>
          {splitSubject(post.course_subject).code}
        </p>
        <h3 className="mt-0.5 line-clamp-2 text-16 leading-5 coarse:pr-6 md:max-lg:text-14">
          <Link
            to="/read/$postId"
            params={{ postId: post.id }}
            aria-describedby={placeId}
            dir="auto"
            title={post.post_name}
            className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {post.post_name}
          </Link>
        </h3>
        <p id={placeId} className="mt-auto truncate text-12 text-ink-soft tabular-nums">
          {placeOf(post)}
        </p>
        <ReadLine post={post} className="mt-1 rounded-full" />
      </div>
      <IconButton
        label="Remove from Continue reading"
        of={post.post_name}
        onClick={onRemove}
        // Above the title's link, which covers the card.
        className="absolute! top-1 right-1 z-10 size-8!"
      >
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}
