import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkles, Upload } from 'lucide-react'
import { useState } from 'react'
import type { CallOutput } from '#shared/api/contract.ts'
import type { courses } from '#shared/api/courses.ts'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { courseQuery, courseTutorsQuery } from '#web/features/courses/queries.ts'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { PostList } from '#web/features/posts/post-list.tsx'
import { coursePostsQuery } from '#web/features/posts/queries.ts'
import { ViewChoice } from '#web/features/posts/view-choice.tsx'
import { CourseSessions } from '#web/features/sessions/class-sessions.tsx'
import { courseSessionsQuery } from '#web/features/sessions/queries.ts'
import { isFirstTry } from '#web/lib/first-try.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CourseContentSkeleton, CourseSkeleton } from './course-skeleton.tsx'
import { Tutors } from './tutors.tsx'

const ClassesDialog = lazyDialog(async () => (await import('./classes-dialog.tsx')).ClassesDialog)

type Course = CallOutput<typeof courses.get>['course']

/** The home of a course: its notes, the sessions to come and the people who can be booked. */
export function CoursePage({ id }: { id: number }) {
  return (
    <Loaded waiting={<CourseSkeleton />} failed="The course didn’t load">
      <Shown id={id} />
    </Loaded>
  )
}

export function CourseGone() {
  return (
    <>
      <h1 className="sr-only">Course not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="We couldn’t find that course"
        action={
          <Link to="/search" className={buttonClass({ variant: 'primary' })}>
            Search for a course
          </Link>
        }
      >
        The link may be incomplete.
      </EmptyState>
    </>
  )
}

function Shown({ id }: { id: number }) {
  const { data: course } = useSuspenseQuery(courseQuery(id))
  return (
    <>
      <Head course={course} />
      <Content course={course} />
    </>
  )
}

function Head({ course }: { course: Course }) {
  const { code, title } = splitSubject(course.subject)
  const visitor = useIsVisitor()
  return (
    <header
      // The spine, as on the cards of its notes.
      className="course-tint relative rounded-10 border border-line bg-sheet py-5 pr-3 pl-5 before:absolute before:-inset-y-px before:-left-px before:w-2 before:rounded-l-10 before:bg-course sm:py-6 sm:pr-7 sm:pl-9"
      style={courseStyle({ course_id: course.id })}
    >
      <h1 className="text-28 wrap-anywhere sm:text-40" dir="auto">
        {title && <span className="figures mb-1 block text-18 font-medium text-course-ink">{code} </span>}
        {title || code}
      </h1>
      <p className="mt-2 text-ink-soft wrap-anywhere" dir="auto">
        {course.school}
      </p>
      {!visitor && <OwnClasses course={course} />}
      <div className="mt-5 flex flex-wrap gap-2" data-print="hidden">
        <UploadLink />
        <Link to="/study/$courseId" params={{ courseId: String(course.id) }} className={buttonClass()}>
          <Sparkles aria-hidden="true" className="size-4" />
          Ask Study Pal AI
        </Link>
      </div>
    </header>
  )
}

/** Which of its classes are the person's own, and a button to choose them. */
function OwnClasses({ course }: { course: Course }) {
  const [choosing, setChoosing] = useState(false)
  const { crns } = course
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-14 text-ink-soft">
      {crns.length > 0 && (
        <p>
          {crns.length === 1 ? 'Your class: CRN' : 'Your classes: CRNs'}{' '}
          <span className="figures">{crns.join(', ')}</span>
        </p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
        className="inline-flex min-h-6 items-center rounded-6 font-medium text-accent hover:underline touch-target"
        data-print="hidden"
      >
        {crns.length > 0 ? 'Change' : 'Add to my classes'}
      </button>
      <ClassesDialog course={course} open={choosing} onClose={() => setChoosing(false)} />
    </div>
  )
}

function UploadLink() {
  return (
    <Link
      to="."
      search={{ create: 'upload' }}
      resetScroll={false}
      className={buttonClass({ variant: 'primary' })}
    >
      <Upload aria-hidden="true" className="size-4" />
      Upload Content
    </Link>
  )
}

function Content({ course }: { course: Course }) {
  const sessions = useInfiniteQuery(courseSessionsQuery(course.id))
  const tutors = useQuery(courseTutorsQuery(course.id))
  const posts = useInfiniteQuery(coursePostsQuery(course.id))
  // Together, as each would push down what follows it.
  if (isFirstTry(sessions) || isFirstTry(tutors)) return <CourseContentSkeleton />
  return (
    <div className="mt-8 grid gap-x-8 has-[aside:empty]:grid-cols-1! xl:grid-cols-[minmax(0,1fr)_19rem]">
      {/* Three columns of notes fit beside it at a desk. */}
      <aside aria-label="Sessions and tutors" className="min-w-0 empty:hidden xl:col-start-2">
        <CourseSessions courseId={course.id} />
        <Tutors courseId={course.id} tutors={tutors.data ?? []} />
      </aside>
      <section aria-labelledby="notes" className="group/list min-w-0 xl:col-start-1 xl:row-start-1">
        <div className="mb-5 flex items-end justify-between gap-4 border-b border-line">
          <h2 id="notes" className="py-2.5 text-22">
            Notes
          </h2>
          <div className="shrink-0 pb-2">
            <ViewChoice />
          </div>
        </div>
        <PostList
          label={`Notes for ${course.subject}`}
          query={posts}
          memory={`course ${course.id}`}
          empty={<NoNotes />}
        />
      </section>
    </div>
  )
}

function NoNotes() {
  return (
    <EmptyState picture={<Lamp lit className="h-28" />} title="No notes yet">
      Nobody has posted for this course yet. Be the first to share notes!
    </EmptyState>
  )
}
