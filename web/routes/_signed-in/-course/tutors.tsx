import { Link } from '@tanstack/react-router'
import type { CourseTutor } from '#shared/api/courses.ts'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { peopleGrid } from '#web/features/people/people-skeletons.tsx'
import { rateOf } from '#web/features/people/person-facts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { BookLink } from '#web/features/posts/book-link.tsx'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { SlotTile, useSlotsAhead } from '#web/features/schedules/slot-tile.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'

/** People who can be booked about a course, for members with their next free times. Nothing if there are none, or they failed to load. */
export function Tutors({ courseId, tutors }: { courseId: number; tutors: readonly CourseTutor[] }) {
  const visitor = useIsVisitor()
  const zone = useOwnZone()
  if (tutors.length === 0) return null
  return (
    <section aria-labelledby="tutors" className="mb-8">
      <h2 id="tutors" className="mb-3 text-18">
        Tutors
      </h2>
      <ul className={peopleGrid}>
        {tutors.map(tutor => (
          <li key={tutor.id} className="grid min-w-0">
            <Tutor tutor={tutor} courseId={courseId} zone={visitor ? null : zone} />
          </li>
        ))}
      </ul>
      {!visitor && (
        <Link
          to="/tutors"
          search={{ course: courseId }}
          className="mt-3 inline-flex min-h-6 items-center rounded-6 text-14 font-medium text-accent hover:underline touch-target"
        >
          See all tutors for this course
        </Link>
      )}
    </section>
  )
}

function Tutor({ tutor, courseId, zone }: { tutor: CourseTutor; courseId: number; zone: string | null }) {
  const { id, username, name, profile_image, designation, college, hourly_rate, post_id } = tutor
  const slots = useSlotsAhead(tutor.slots)
  return (
    <article
      aria-labelledby={`tutor-${id}`}
      className="relative flex min-w-0 flex-col gap-3 rounded-10 border border-line bg-sheet p-4 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} image={profile_image} className="size-12! text-16" />
        <div className="min-w-0 flex-1">
          <h3 id={`tutor-${id}`} className="font-sans text-16 leading-5 font-medium">
            <PersonLink
              username={username}
              className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              <PersonName name={name} />
            </PersonLink>
          </h3>
          <p className="line-clamp-2 text-14 text-ink-faint" dir="auto">
            {[designation, college].filter(Boolean).join(' · ') || `@${username}`}
          </p>
        </div>
      </div>
      {zone !== null && slots.length > 0 && (
        <ul
          aria-label={`Next free times of ${name}`}
          // Above the link to the profile, which covers the card.
          className="relative grid grid-cols-3 gap-2 tiny:grid-cols-1"
        >
          {slots.map(slot => (
            <li key={slot.start} className="grid min-w-0">
              <SlotTile slot={slot} zone={zone} name={name}>
                {tile => (
                  <Link
                    to="/tutors"
                    search={{
                      course: courseId,
                      tutor: username,
                      book: 'summary',
                      from: slot.start,
                      to: slot.end,
                    }}
                    {...tile}
                  />
                )}
              </SlotTile>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex min-w-0 flex-wrap items-center justify-between gap-2">
        {hourly_rate && <Chip tone="accent">{rateOf(hourly_rate)}</Chip>}
        <BookLink post={{ id: post_id, name, is_owner: false, hourly_rate }} look="text" />
      </div>
    </article>
  )
}
