import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { courseQuery } from '#web/features/courses/queries.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { profileQuery } from '#web/features/profiles/queries.ts'
import { type Failure, failureOf } from '#web/lib/failure-of.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { BookingStep } from './booking-search.ts'
import type { Run } from './slot-queries.ts'
import { type Subject, subjectOfPost, subjectOfTutor } from './subject.ts'
import { useSteps } from './use-steps.ts'

const BookingDrawer = lazyDialog(async () => {
  const [{ BookingDrawer }] = await Promise.all([import('./booking-drawer.tsx'), prepareTemporal()])
  return BookingDrawer
})

type Opening = { step: BookingStep | undefined; run: Run | null }

/** Opens a post page's drawer at the step in the address; the first step loads its code. The page says if the post didn't load. */
export function BookingHost({ postId, ...opening }: Opening & { postId: string }) {
  const { data: post } = useQuery({ ...postQuery(postId), retryOnMount: false })
  return post && <Opened subject={subjectOfPost(post)} failure={null} {...opening} />
}

/** Opens the drawer on a page that shows a tutor without a post, for a course or in general. The tutor may be nowhere on the page. */
export function TutorBookingHost({
  username,
  courseId,
  ...opening
}: Opening & { username: string; courseId?: number | undefined }) {
  const {
    data: tutor,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...profileQuery(username), retryOnMount: false })
  const course = useQuery({ ...courseQuery(courseId ?? 0), enabled: courseId !== undefined })
  const waits = courseId !== undefined && course.isPending
  return (
    <Opened
      subject={tutor && !waits ? subjectOfTutor(tutor, course.data ?? null) : null}
      failure={error && failureOf({ error, isFetching, refetch })}
      {...opening}
    />
  )
}

function Opened({
  subject,
  failure,
  step,
  run,
}: Opening & { subject: Subject | null; failure: Failure | null }) {
  const steps = useSteps()
  // A step that left the address stays, with its time, for the closing animation.
  const [shown, setShown] = useState({ step, run })
  if (step && (step !== shown.step || run !== shown.run)) setShown({ step, run })
  if (!shown.step) return null
  return (
    <BookingDrawer
      subject={subject}
      failure={failure}
      open={step !== undefined}
      onClose={steps.close}
      step={shown.step}
      run={shown.run}
      steps={steps}
    />
  )
}
