import type { PostCard } from '#shared/api/posts.ts'
import { counted } from '#shared/domain/counted.ts'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { splitSubject } from '#web/features/courses/course-style.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/**
 * The course's code, as a link to its page, and the CRN. Needs the course's tint around it. `plain` where nothing may
 * lead away.
 */
export function CourseLine({
  post,
  plain = false,
  className,
}: {
  post: PostCard
  plain?: boolean
  className?: string
}) {
  const chip = (
    <Chip tone="course" className="figures min-w-0 shrink">
      <span className="truncate" title={post.course_subject}>
        {splitSubject(post.course_subject).code}
      </span>
    </Chip>
  )
  return (
    <p className={cx('flex min-w-0 items-center gap-2 tiny:flex-wrap', className)}>
      {plain ? (
        chip
      ) : (
        // Above the title's link, which covers the card.
        <CourseLink
          courseId={post.course_id}
          className="touch-area relative z-10 flex min-w-0 rounded-6 hover:brightness-95 dark:hover:brightness-125"
        >
          {chip}
        </CourseLink>
      )}
      <span className="figures shrink-0 text-12 text-ink-faint" title={post.crn_title}>
        CRN {post.crn}
      </span>
    </p>
  )
}

/** Who posted it, as a link to their profile, and when. */
export function AuthorLine({ post, className }: { post: PostCard; className?: string }) {
  return (
    <p className={cx('flex min-w-0 flex-wrap items-center gap-x-2 text-14 text-ink-soft', className)}>
      {/*
       * Above the title's link, which covers the card. A long name is cut short; large text in a narrow window moves the time to a line of
       * its own.
       */}
      <PersonLink
        username={post.username}
        className="touch-area relative flex min-w-0 max-w-max grow basis-20 items-center gap-2 rounded-6 hover:text-ink hover:underline"
      >
        <Avatar name={post.name} image={post.profile_image} className="size-6!" />
        <span className="min-w-0 truncate" title={post.name} dir="auto">
          {post.name}
        </span>
      </PersonLink>
      <span className="text-12 whitespace-nowrap text-ink-faint tiny:whitespace-normal">
        <span aria-hidden="true" className="mr-2 text-14">
          ·
        </span>
        <RelativeTime date={post.date} />
      </span>
    </p>
  )
}

/** "12 pages", "1 page", "Image". */
export function extentOf(post: Pick<PostCard, 'kind' | 'pages'>): string {
  if (post.kind === 'image') return 'Image'
  return counted(post.pages, 'page', 'pages')
}

/** "Page 47 of 120" for a person who has begun to read it, otherwise its extent. */
export function placeOf(post: PostCard): string {
  const page = pageLeft(post)
  if (page === null) return extentOf(post)
  return pageOf(page, post)
}

/** "Page 47 of 120". */
export function pageOf(page: number, { pages }: Pick<PostCard, 'pages'>): string {
  return `Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`
}

/** How far a person who has begun a document has read, as a line along its picture. `placeOf` says it in words. */
export function ReadLine({ post, className }: { post: PostCard; className?: string }) {
  const page = pageLeft(post)
  if (page === null) return null
  return (
    <div aria-hidden="true" className={cx('h-1 overflow-hidden bg-sunken forced-colors:outline', className)}>
      <div className="h-full bg-accent" style={{ width: `${(page / post.pages) * 100}%` }} />
    </div>
  )
}

/** The page where a person left a document; null at the first one, where everybody begins. */
function pageLeft({ page_read: page, pages }: PostCard): number | null {
  return page !== null && page > 1 && page <= pages ? page : null
}
