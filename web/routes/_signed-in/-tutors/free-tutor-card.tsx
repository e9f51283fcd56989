import { Link } from '@tanstack/react-router'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { rateOf } from '#web/features/people/person-facts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import type { FreeTutor } from '#web/features/schedules/queries.ts'
import { SlotTile, useSlotsAhead } from '#web/features/schedules/slot-tile.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'

/** A tutor with their next free times; each leads to its order summary. */
export function FreeTutorCard({ tutor, zone }: { tutor: FreeTutor; zone: string }) {
  const { id, username, name, profile_image, designation, college, description, hourly_rate, courses } = tutor
  const slots = useSlotsAhead(tutor.slots)
  return (
    <article
      aria-labelledby={`tutor-${id}`}
      className="grid min-w-0 content-start gap-4 rounded-10 border border-line bg-sheet p-4 sm:p-5 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} image={profile_image} className="size-12! text-16" />
          <div className="min-w-0 flex-1">
            {/* A heading that cut the name off would cut off what a finger can hit, too. */}
            <h2 id={`tutor-${id}`} className="flex font-sans text-16 leading-6 font-medium">
              <PersonLink username={username} className="touch-area relative min-w-0 hover:underline">
                <PersonName name={name} />
              </PersonLink>
            </h2>
            <p className="line-clamp-2 text-14 text-ink-faint" dir="auto">
              {[designation, college].filter(Boolean).join(' · ') || `@${username}`}
            </p>
          </div>
        </div>
        {description && (
          <p className="line-clamp-2 text-14 text-ink-soft" dir="auto">
            {description}
          </p>
        )}
        <div className="flex min-w-0 flex-wrap items-center gap-1.5">
          {hourly_rate && <Chip tone="accent">{rateOf(hourly_rate)}</Chip>}
          {courses.map(course => (
            <CourseLink
              key={course.id}
              courseId={course.id}
              title={course.subject}
              className="inline-flex max-w-full items-center rounded-6 touch-target"
            >
              <span
                className="course-tint inline-flex max-w-full"
                style={courseStyle({ course_id: course.id })}
              >
                <Chip tone="course" className="figures">
                  {splitSubject(course.subject).code}
                </Chip>
              </span>
            </CourseLink>
          ))}
        </div>
      </div>
      <div className="min-w-0">
        <ul
          aria-label={`Next free times of ${name}`}
          className="grid grid-cols-3 gap-2 tiny:grid-cols-2 sm:grid-cols-6 lg:grid-cols-3 xl:grid-cols-6"
        >
          {slots.map(slot => (
            <li key={slot.start} className="grid">
              <SlotTile slot={slot} zone={zone} name={name}>
                {tile => (
                  <Link
                    to="/tutors"
                    search={old => ({
                      ...old,
                      tutor: username,
                      book: 'summary',
                      from: slot.start,
                      to: slot.end,
                    })}
                    resetScroll={false}
                    {...tile}
                  />
                )}
              </SlotTile>
            </li>
          ))}
        </ul>
        <Link
          to="/tutors"
          search={old => ({ ...old, tutor: username, book: 'time', from: undefined, to: undefined })}
          resetScroll={false}
          className="mt-3 inline-flex min-h-6 items-center rounded-6 text-14 font-medium text-accent hover:underline touch-target"
        >
          All times this week
          <span className="sr-only"> of {name}</span>
        </Link>
      </div>
    </article>
  )
}
