import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { admin, type Report, type ReportedMessage } from '#shared/api/admin.ts'
import type { PersonCard } from '#shared/api/people.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { CourseLine, extentOf } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { call } from '#web/lib/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { openFile } from '#web/ui/open-file.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The current state of what a report is about, and how a post was if that changed. */
export function ReportedThing({ report }: { report: Report }) {
  return (
    <>
      <PresentThing report={report} />
      {report.post_was && <PostWas post={report.post_was} deleted={report.post === null} />}
    </>
  )
}

function PostWas({ post, deleted }: { post: NonNullable<Report['post_was']>; deleted: boolean }) {
  return (
    <section className="flex min-w-0 flex-col items-start gap-1.5 rounded-10 bg-caution-wash px-4 py-3 text-14">
      <h3 className="font-sans text-14 font-medium tracking-normal text-caution">
        {deleted ? 'Deleted' : 'Changed'} since it was reported. This is how it was:
      </h3>
      <p className="font-serif text-18 font-semibold wrap-anywhere" dir="auto">
        {post.title}
      </p>
      {post.details && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere" dir="auto">
          {post.details}
        </p>
      )}
      <ReportedFile file={post.document} />
    </section>
  )
}

function PresentThing({ report }: { report: Report }) {
  if (report.post) return <ReportedPost post={report.post} suspended={report.person_suspended} />
  if (report.post_title !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 font-serif text-18 font-semibold wrap-anywhere" dir="auto">
          {report.post_title}
        </p>
        <Chip>deleted</Chip>
        <Author report={report} />
      </div>
    )
  }
  if (report.messages) return <ReportedMessages report={report} messages={report.messages} />
  return report.person ? (
    <ReportedPerson person={report.person} suspended={report.person_suspended} />
  ) : (
    <div className="flex flex-col gap-1.5">
      <Author report={report} />
      <p className="text-14 text-ink-soft">This account was deleted.</p>
    </div>
  )
}

function ReportedPost({ post, suspended }: { post: PostCard; suspended: boolean }) {
  return (
    <div className="course-tint flex min-w-0 gap-4 tiny:flex-col" style={courseStyle(post)}>
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
          <Present person={post} suspended={suspended} />
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

/** The messages as they were when one was reported, with that one marked. */
function ReportedMessages({ report, messages }: { report: Report; messages: readonly ReportedMessage[] }) {
  const { person, person_was, reporter } = report
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Author report={report} />
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
        tabIndex={0}
        aria-label="The reported message and the messages around it"
        className="relative flex max-h-96 flex-col overflow-y-auto rounded-10 border border-line -outline-offset-2"
      >
        {messages.map(message => (
          <li
            key={message.seq}
            ref={message.reported ? bringToMiddle : undefined}
            className={cx(
              'border-line px-3.5 py-2.5 not-first:border-t',
              message.reported && 'bg-lamp-wash text-lamp-ink',
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-ink-faint">
              <bdi className="font-medium text-ink-soft">
                {(message.by_reporter ? reporter : (person ?? person_was))?.name ?? 'A deleted account'}
              </bdi>
              <RelativeTime date={message.date} />
              {message.reported && <Chip tone="lamp">reported</Chip>}
            </p>
            <MessageContent message={message} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The reported message shows first, with the earlier ones above and the later ones below. */
function bringToMiddle(row: HTMLLIElement | null): void {
  const list = row?.parentElement
  if (list) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2
}

function MessageContent({ message: { text, files, deleted } }: { message: ReportedMessage }) {
  if (!text && files.length === 0) {
    return (
      <p className="text-14 text-ink-faint">
        {deleted ? 'This message was already deleted.' : 'This message was deleted along with the account.'}
      </p>
    )
  }
  return (
    <>
      {text && (
        <p className="max-w-prose text-14 whitespace-pre-line wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      {files.map(file => (
        <ReportedFile key={file.id} file={file} />
      ))}
    </>
  )
}

/** Opens in a new tab. */
function ReportedFile({ file }: { file: ReportedMessage['files'][number] }) {
  const findLink = async () => (await call(admin.openFile, { params: { id: file.id } })).url
  return (
    <button
      type="button"
      onClick={() => void openFile(file.name, findLink)}
      className="mt-1 flex max-w-full items-center gap-1.5 rounded-6 text-left text-14 underline decoration-line-strong underline-offset-3"
    >
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      <bdi className="wrap-anywhere">{file.name}</bdi>
    </button>
  )
}

type Named = Pick<PersonCard, 'name' | 'username' | 'profile_image'>

/** The owner. If they have left, what the open report still says. */
function Author({ report: { person, person_was, person_suspended } }: { report: Report }) {
  if (person) return <Present person={person} suspended={person_suspended} />
  if (!person_was) return null
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 text-14 wrap-anywhere text-ink-soft">
      <bdi className="font-medium">{person_was.name}</bdi>
      <span className="text-ink-faint">@{person_was.username}</span>
      {person_was.email && <span className="text-ink-faint">{person_was.email}</span>}
      <Chip>account deleted</Chip>
    </p>
  )
}

function Present({ person, suspended }: { person: Named; suspended: boolean }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 text-14 wrap-anywhere text-ink-soft">
      <Avatar name={person.name} image={person.profile_image} className="size-6!" />
      <NameLink person={person} suspended={suspended} />
      <span className="text-ink-faint">@{person.username}</span>
      {suspended && <Chip tone="negative">suspended</Chip>}
    </p>
  )
}

/** A suspended person has no page. */
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
    <div className="flex min-w-0 gap-4 tiny:flex-col">
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
