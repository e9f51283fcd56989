import { useQuery } from '@tanstack/react-query'
import type { PostCard } from '#shared/api/posts.ts'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { rateOf } from '#web/features/people/person-facts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { CourseLine } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { profileQuery } from '#web/features/profiles/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { Subject } from './subject.ts'

/** The tutor, the rate, and what the lesson is about. */
export function TutorAndSubject({ subject }: { subject: Subject }) {
  const { tutor } = subject
  const { data: profile } = useQuery(profileQuery(tutor.username))
  const place = [profile?.designation, profile?.college].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-w-0 items-center gap-3 tiny:flex-wrap">
        <Avatar name={tutor.name} image={tutor.profile_image} className="size-12! text-16" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <PersonLink username={tutor.username} className="hover:underline">
              <PersonName name={tutor.name} />
            </PersonLink>
          </p>
          <p className="truncate text-14 text-ink-faint">
            @{tutor.username}
            {place && (
              <>
                {' · '}
                <bdi>{place}</bdi>
              </>
            )}
          </p>
        </div>
        {tutor.hourly_rate && (
          <Chip tone="accent" className="shrink-0">
            {rateOf(tutor.hourly_rate)}
          </Chip>
        )}
      </div>
      <SubjectLine subject={subject} />
    </div>
  )
}

/** What a lesson is about: a post, a course, or nothing in particular. */
export function SubjectLine({ subject: { post, course } }: { subject: Subject }) {
  if (post) return <PostLine post={post} />
  if (!course) return null
  const { code, title } = splitSubject(course.subject)
  return (
    <div className={lineClass} style={courseStyle({ course_id: course.id })}>
      <div className="min-w-0 py-2.5 pr-3">
        <p className="line-clamp-1 font-serif font-semibold" dir="auto" title={course.subject}>
          {title || code}
        </p>
        <p className="mt-1 truncate text-12 text-ink-soft" dir="auto">
          {title && <span className="figures text-course-ink">{code} · </span>}
          {course.school}
        </p>
      </div>
    </div>
  )
}

const lineClass =
  'course-tint relative flex min-w-0 items-center gap-3 overflow-hidden rounded-10 border border-line bg-paper pl-4 before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-course'

function PostLine({ post }: { post: PostCard }) {
  return (
    <div className={lineClass} style={courseStyle(post)}>
      {post.thumb_url && (
        <PostThumbnail post={post} className="h-16 w-16 shrink-0 border-r border-line tiny:hidden" />
      )}
      <div className="min-w-0 py-2.5 pr-3">
        <p className="line-clamp-1 font-serif font-semibold" dir="auto" title={post.post_name}>
          {post.post_name}
        </p>
        <CourseLine post={post} plain className="mt-1" />
      </div>
    </div>
  )
}
