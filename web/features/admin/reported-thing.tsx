import { Link } from '@tanstack/react-router'
import type { Report } from '#shared/api/admin.ts'
import type { PersonCard } from '#shared/api/people.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { courseStyle, extentOf } from '#web/features/posts/course-style.ts'
import { CourseLine } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'

/** What a report is about, as it stands now. */
export function ReportedThing({ report }: { report: Report }) {
  if (report.post) return <ReportedPost post={report.post} suspended={report.person_suspended} />
  if (report.post_title !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 font-serif text-18 font-semibold wrap-anywhere" dir="auto">
          {report.post_title}
        </p>
        <Chip>deleted</Chip>
        {report.person && <Author person={report.person} suspended={report.person_suspended} />}
      </div>
    )
  }
  return report.person ? (
    <ReportedPerson person={report.person} suspended={report.person_suspended} />
  ) : (
    <p className="text-14 text-ink-soft">The account this was about is deleted.</p>
  )
}

function ReportedPost({ post, suspended }: { post: PostCard; suspended: boolean }) {
  return (
    <div className="course-tint flex min-w-0 gap-4" style={courseStyle(post)}>
      <PostThumbnail
        post={post}
        className="aspect-[4/5] w-20 shrink-0 self-start rounded-6 border border-line sm:w-24"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <CourseLine post={post} />
        <p className="font-serif text-18 leading-6 font-semibold wrap-anywhere">
          <Link
            to="/ignite/$postId"
            params={{ postId: post.id }}
            className="underline-offset-4 hover:underline"
            dir="auto"
          >
            {post.post_name}
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Author person={post} suspended={suspended} />
          {post.hidden_reason !== null && <Chip tone="caution">hidden</Chip>}
        </div>
        {post.hidden_reason !== null && (
          <p className="max-w-prose text-14 whitespace-pre-line wrap-anywhere text-ink-soft" dir="auto">
            {post.hidden_reason}
          </p>
        )}
        <Link
          to="/read/$postId"
          params={{ postId: post.id }}
          className={`${buttonClass({ size: 'sm' })} mt-1 self-start`}
        >
          Open document ({extentOf(post).toLowerCase()})
        </Link>
      </div>
    </div>
  )
}

type Named = Pick<PersonCard, 'name' | 'username' | 'profile_image'>

function Author({ person, suspended }: { person: Named; suspended: boolean }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 text-14 wrap-anywhere text-ink-soft">
      <Avatar name={person.name} image={person.profile_image} className="size-6!" />
      <NameLink person={person} suspended={suspended} />
      <span className="text-ink-faint">@{person.username}</span>
      {suspended && <Chip tone="negative">suspended</Chip>}
    </p>
  )
}

/** A suspended person has no page to go to. */
function NameLink({ person, suspended }: { person: Named; suspended: boolean }) {
  const name = <bdi>{person.name}</bdi>
  if (suspended) return name
  return (
    <PersonLink username={person.username} className="font-medium underline-offset-4 hover:underline">
      {name}
    </PersonLink>
  )
}

function ReportedPerson({ person, suspended }: { person: PersonCard; suspended: boolean }) {
  return (
    <div className="flex min-w-0 gap-4">
      <Avatar name={person.name} image={person.profile_image} className="size-14! text-18" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-16 font-medium wrap-anywhere">
          <NameLink person={person} suspended={suspended} />
          {suspended && <Chip tone="negative">suspended</Chip>}
        </p>
        <p className="text-14 wrap-anywhere text-ink-faint">
          @{person.username}
          {person.college && (
            <>
              {' · '}
              <bdi>{person.college}</bdi>
            </>
          )}
        </p>
        {person.description && (
          <p className="mt-1.5 line-clamp-3 max-w-prose text-14 wrap-anywhere text-ink-soft" dir="auto">
            {person.description}
          </p>
        )}
      </div>
    </div>
  )
}
