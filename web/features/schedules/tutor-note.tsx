import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'

/** Tells a person without a rate that hours alone aren't enough to be booked. */
export function TutorNote() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-10 bg-accent-wash px-4 py-3 text-14">
      <p className="flex min-w-0 flex-1 basis-64 gap-3">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
        <span>Students can’t book you yet. Set an hourly rate first.</span>
      </p>
      <Link
        to="/profile/settings"
        search={{ tab: 'profile' }}
        hash="tutoring"
        className={buttonClass({ size: 'sm' })}
      >
        Set your rate
      </Link>
    </div>
  )
}
