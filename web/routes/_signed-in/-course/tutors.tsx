import type { CourseTutor } from '#shared/api/courses.ts'
import { peopleGrid } from '#web/features/people/people-skeletons.tsx'
import { rateOf } from '#web/features/people/person-facts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { BookLink } from '#web/features/posts/book-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'

/** People who can be booked about a course. Nothing if there are none, or they failed to load. */
export function Tutors({ tutors }: { tutors: readonly CourseTutor[] }) {
  if (tutors.length === 0) return null
  return (
    <section aria-labelledby="tutors" className="mb-8">
      <h2 id="tutors" className="mb-3 text-18">
        Tutors
      </h2>
      <ul className={peopleGrid}>
        {tutors.map(tutor => (
          <li key={tutor.id} className="grid min-w-0">
            <Tutor tutor={tutor} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tutor({ tutor }: { tutor: CourseTutor }) {
  const { id, username, name, profile_image, designation, college, hourly_rate, post_id } = tutor
  return (
    <article
      aria-labelledby={`tutor-${id}`}
      className="relative flex min-w-0 flex-col gap-3 rounded-10 border border-line bg-sheet p-4 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} image={profile_image} className="size-12! text-16" />
        <div className="min-w-0 flex-1">
          <h3 id={`tutor-${id}`} className="truncate font-sans text-16 leading-5 font-medium">
            <PersonLink
              username={username}
              className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              <bdi title={name}>{name}</bdi>
            </PersonLink>
          </h3>
          <p className="truncate text-14 text-ink-faint" dir="auto">
            {[designation, college].filter(Boolean).join(' · ') || `@${username}`}
          </p>
        </div>
      </div>
      <div className="mt-auto flex min-w-0 flex-wrap items-center justify-between gap-2">
        {hourly_rate && <Chip tone="accent">{rateOf(hourly_rate)}</Chip>}
        <BookLink post={{ id: post_id, name, is_owner: false, hourly_rate }} look="text" />
      </div>
    </article>
  )
}
