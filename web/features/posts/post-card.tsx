import { Link } from '@tanstack/react-router'
import type { PostCard as Post } from '#shared/api/posts.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { BookLink } from './book-link.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { usePictureTransition } from './opened-post.ts'
import { PostActions } from './post-actions.tsx'
import { AuthorLine, CourseLine, placeOf, ReadLine } from './post-facts.tsx'
import { PostNotes } from './post-notes.tsx'
import { PostThumbnail } from './post-thumbnail.tsx'
import { PostTitle } from './post-title.tsx'

export type CardProps = {
  post: Post
  index: number
  eager?: boolean
  /** Shows the person's notes on it, and offers to write some. */
  withNotes?: boolean
}

const card =
  'course-tint relative rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] ' +
  'hover:border-line-strong hover:shadow-raised ' +
  // The spine, like a book's on a shelf.
  'before:absolute before:-inset-y-px before:-left-px before:w-1.5 before:rounded-l-10 before:bg-course'

/** A post in a grid. */
export function PostTile({ post, index, eager = false, withNotes = false }: CardProps) {
  return (
    <article
      aria-labelledby={`post-${post.id}`}
      aria-posinset={index + 1}
      aria-setsize={-1}
      className={cx(card, 'flex min-w-0 flex-col')}
      style={courseStyle(post)}
    >
      <div className="relative">
        <Picture post={post} eager={eager} className="ml-1.5 aspect-[5/2] rounded-tr-10 sm:aspect-[16/10]" />
        <ReadLine post={post} className="absolute right-0 bottom-0 left-1.5" />
        <Place post={post} className="absolute right-2 bottom-2 shadow-raised" />
      </div>
      <div className="flex flex-1 flex-col gap-2.5 border-t border-line py-3 pr-4 pl-5">
        <HiddenNotice post={post} brief />
        <CourseLine post={post} />
        {/* In a grid, cards of a row have their lines at one height; alone, a short title leaves no hole. */}
        <PostTitle post={post} className="line-clamp-2 sm:min-h-[3.25rem]" />
        <p className="line-clamp-2 text-14 sm:min-h-10 text-ink-soft" dir="auto">
          {post.details}
        </p>
        <AuthorLine post={post} className="mt-auto pt-1" />
        <BookLink post={post} look="text" />
        {withNotes && <PostNotes post={post} />}
      </div>
      <div className="flex items-center justify-between gap-2 flex-wrap border-t border-line py-2.5 pr-2.5 pl-4 coarse:py-1.5 coarse:pr-1">
        <ViewDocument post={post} />
        <PostActions post={post} />
      </div>
    </article>
  )
}

/** A post in a list. */
export function PostRow({ post, index, eager = false, withNotes = false }: CardProps) {
  return (
    <article
      aria-labelledby={`post-${post.id}`}
      aria-posinset={index + 1}
      aria-setsize={-1}
      className={cx(card, 'flex min-w-0 items-stretch')}
      style={courseStyle(post)}
    >
      <div className="relative ml-1.5 grid w-28 shrink-0 border-r border-line">
        <Picture post={post} eager={eager} />
        <ReadLine post={post} className="absolute inset-x-0 bottom-0" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 py-3.5 pr-4 pl-4">
        <div className="flex min-w-0 items-center gap-3">
          <CourseLine post={post} />
          <span className="text-12 text-ink-faint">{placeOf(post)}</span>
        </div>
        <PostTitle post={post} className="line-clamp-1" />
        <p className="line-clamp-1 text-14 text-ink-soft" dir="auto">
          {post.details}
        </p>
        <div className="flex min-w-0 items-center gap-4">
          <AuthorLine post={post} />
          <BookLink post={post} look="text" />
        </div>
        <HiddenNotice post={post} brief />
        {withNotes && <PostNotes post={post} />}
      </div>
      <div className="flex shrink-0 items-center gap-2 pr-3">
        <ViewDocument post={post} />
        <PostActions post={post} />
      </div>
    </article>
  )
}

function Picture(props: { post: Post; eager: boolean; className?: string }) {
  return <PostThumbnail {...props} style={usePictureTransition(props.post.id)} />
}

function Place({ post, className }: { post: Post; className: string }) {
  return (
    <span className={cx('rounded-6 bg-sheet px-2 py-0.5 text-12 font-medium text-ink-soft', className)}>
      {placeOf(post)}
    </span>
  )
}

function ViewDocument({ post }: { post: Post }) {
  return (
    <Link
      to="/read/$postId"
      params={{ postId: post.id }}
      className={cx(buttonClass({ size: 'sm' }), 'relative')}
    >
      View Document
    </Link>
  )
}
