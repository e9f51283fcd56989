import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, CalendarDays, Files, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { longDateText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BookLink } from './book-link.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { openedPicture } from './opened-post.ts'
import { PostActions } from './post-actions.tsx'
import { CourseLine, extentOf } from './post-facts.tsx'
import { PostNotes } from './post-notes.tsx'
import { PostThumbnail } from './post-thumbnail.tsx'
import { postQuery } from './queries.ts'

/** A post on its own page. */
export function PostPage({ postId }: { postId: string }) {
  return (
    <Loaded key={postId} waiting={<PostPageSkeleton />} failed={PostFailed}>
      <Post id={postId} />
    </Loaded>
  )
}

function PostFailed(failure: Failure) {
  if (isMissing(failure.error)) return <PostGone />
  return (
    <>
      <h1 className="sr-only">Post</h1>
      <LoadFailed title="The post didn’t load" {...failure} />
    </>
  )
}

function Post({ id }: { id: string }) {
  const zone = useViewerZone()
  const navigate = useNavigate()
  const visitor = useIsVisitor()
  const { data: post, error } = useSuspenseQuery(postQuery(id))
  if (isMissing(error)) return <PostGone />
  return (
    <>
      {!visitor && <BackLink />}
      <article
        className="course-tint grid gap-x-10 print:block gap-y-6 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,23rem)_minmax(0,1fr)]"
        style={courseStyle(post)}
      >
        <Link
          to="/read/$postId"
          params={{ postId: post.id }}
          tabIndex={-1}
          aria-hidden="true"
          className="relative block overflow-hidden rounded-10 border border-line before:absolute before:inset-y-0 before:left-0 before:z-10 before:w-2 before:bg-course md:self-start print:hidden"
        >
          <PostThumbnail
            post={post}
            eager
            className="aspect-[16/11] md:aspect-[1/1.15]"
            style={openedPicture}
          />
        </Link>
        <div className="@container min-w-0">
          <HiddenNotice post={post} className="mb-4 max-w-prose" />
          <CourseLine post={post} />
          <h1 className="mt-3 text-28 sm:text-40" dir="auto">
            {post.post_name}
          </h1>
          <Author post={post} />
          <div
            className="mt-6 grid grid-cols-2 gap-x-3 gap-y-2 tiny:grid-cols-1 *:px-3! @[28rem]:*:px-5! @[28rem]:grid-cols-[auto_auto_minmax(0,1fr)]"
            data-print="hidden"
          >
            <Link
              to="/read/$postId"
              params={{ postId: post.id }}
              className={buttonClass({ variant: 'primary', size: 'lg' })}
            >
              View Document
            </Link>
            <Link
              to="/read/$postId"
              params={{ postId: post.id }}
              search={{ panel: 'open' }}
              className={buttonClass({ size: 'lg' })}
            >
              <Sparkles aria-hidden="true" className="size-4" />
              Study Pal AI
            </Link>
            <BookLink post={post} look="button" />
            {post.is_owner && post.hourly_rate !== null && (
              <Link
                to="/ignite/$postId"
                params={{ postId: post.id }}
                search={{ book: 'time' }}
                resetScroll={false}
                className={cx(buttonClass({ size: 'lg' }), 'col-span-full @[28rem]:justify-self-start')}
              >
                <CalendarDays aria-hidden="true" className="size-4" />
                Your schedule as students see it
              </Link>
            )}
          </div>
          <div className="mt-2 -ml-2.5">
            <PostActions post={post} whole onGone={() => void navigate({ to: '/explore' })} />
          </div>
          {visitor && (
            <p className="mt-1 text-14 text-ink-soft" data-print="hidden">
              Sign in to read it. Reading costs nothing.
            </p>
          )}
          <p className="mt-8 max-w-prose whitespace-pre-line text-ink" dir="auto">
            {post.details}
          </p>
          {post.notes && (
            <div className="mt-6 grid max-w-prose" data-print="hidden">
              <PostNotes post={post} />
            </div>
          )}
          <Facts post={post} />
          <Link
            to="/study/$courseId"
            params={{ courseId: String(post.course_id) }}
            data-print="hidden"
            className={cx(buttonClass({ variant: 'quiet' }), 'mt-3 -ml-4 max-w-full')}
          >
            <Files aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">Study materials for {splitSubject(post.course_subject).code}</span>
          </Link>
          <p className="mt-6 hidden text-14 text-ink-soft print:block">
            {new URL(`/ignite/${post.id}`, location.origin).href}, posted {longDateText(post.date, zone)}
          </p>
        </div>
      </article>
    </>
  )
}

function Author({ post }: { post: PostCard }) {
  return (
    <div className="relative mt-5 flex min-w-0 items-center gap-3">
      <Avatar name={post.name} image={post.profile_image} className="size-11! text-14 print:hidden" />
      <div className="min-w-0">
        <p className="truncate text-left font-medium" title={post.name} dir="auto">
          <PersonLink username={post.username} className="after:absolute after:inset-0 hover:underline">
            {post.name}
          </PersonLink>
          {post.is_owner && <span className="font-normal text-ink-faint"> (you)</span>}
        </p>
        <p className="truncate text-14 text-ink-faint">
          @{post.username}
          <span className="print:hidden">
            {' '}
            · posted <RelativeTime date={post.date} />
          </span>
        </p>
      </div>
    </div>
  )
}

function Facts({ post }: { post: PostCard }) {
  const zone = useViewerZone()
  const { code, title } = splitSubject(post.course_subject)
  const course = (
    <CourseLink courseId={post.course_id} className="touch-area relative text-accent hover:underline">
      {title ? `${code} · ${title}` : code}
    </CourseLink>
  )
  const section = (
    <>
      <span className="figures">{post.crn}</span> · {post.crn_title}
    </>
  )
  const facts: (readonly [term: string, fact: ReactNode])[] = [
    ['Course', course],
    ['Section', section],
    ['School', post.school],
    ['Term', post.term],
    ['Document', `${post.doc_name} · ${extentOf(post).toLowerCase()}`],
    ...(post.version_date
      ? [['Version', `${post.version}, from ${longDateText(post.version_date, zone)}`] as const]
      : []),
  ]
  return (
    <dl className="mt-8 max-w-prose border-t border-line text-14">
      {facts.map(([term, fact]) => (
        <div
          key={term}
          className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 tiny:grid-cols-1 tiny:gap-0 border-b border-line py-2.5"
        >
          <dt className="text-ink-faint">{term}</dt>
          <dd className="min-w-0 wrap-anywhere" dir="auto">
            {fact}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function BackLink() {
  return (
    <Link
      to="/explore"
      viewTransition
      data-print="hidden"
      className="mb-4 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-6 px-2 text-14 font-medium text-ink-soft hover:bg-sunken hover:text-ink touch-target"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      All posts
    </Link>
  )
}

function PostGone() {
  return (
    <>
      <h1 className="sr-only">Post not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="This post isn’t here anymore"
        action={
          <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
            Browse notes
          </Link>
        }
      >
        Its author may have deleted it, or the link may be incomplete.
      </EmptyState>
    </>
  )
}

/** The placeholder of a post's page. */
export function PostPageSkeleton() {
  return (
    <div role="status" aria-label="Loading the post">
      <Skeleton className="mb-4 h-9 w-24" />
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,23rem)_minmax(0,1fr)]">
        <Skeleton className="aspect-[16/11] rounded-10 md:aspect-[1/1.15]" />
        <div>
          <Skeleton className="h-6 w-36" />
          <Skeleton className="mt-4 h-10 w-4/5" />
          <div className="mt-5 flex items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-5 w-44" />
          </div>
          <Skeleton className="mt-6 h-12 w-40 rounded-10" />
          <Skeleton className="mt-8 h-4 w-full max-w-prose" />
          <Skeleton className="mt-3 h-4 w-full max-w-prose" />
          <Skeleton className="mt-3 h-4 w-2/3 max-w-prose" />
        </div>
      </div>
    </div>
  )
}
