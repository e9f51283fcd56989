import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import type { Subject } from './subject.ts'

/** Leads to where there are others to book. */
export function WayBack({ subject: { post, course } }: { subject: Subject }) {
  const look = buttonClass({ variant: 'quiet' })
  return post ? (
    <Link to="/explore" className={look}>
      Back to posts
    </Link>
  ) : (
    <Link to="/tutors" search={{ course: course?.id }} className={look}>
      All tutors
    </Link>
  )
}
