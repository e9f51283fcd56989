import type { ReactNode } from 'react'
import type { PersonCard as Person } from '#shared/api/people.ts'
import { introductionOf, rateOf } from '#web/features/people/person-facts.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { FollowButton } from './follow-button.tsx'

/** The name, as a link that covers the whole card. */
const nameLink =
  'outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-accent'

/** A person in a grid. */
export function PersonCard({ person }: { person: Person }) {
  return (
    <article
      aria-labelledby={`person-${person.id}`}
      className="relative flex min-w-0 flex-col gap-3 rounded-10 border border-line bg-sheet p-4 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
    >
      <div className="flex min-w-0 items-center flex-wrap gap-3">
        <Avatar name={person.name} image={person.profile_image} className="size-12! text-16" />
        <Names person={person} className="flex-1 basis-22" />
        <FollowButton person={person} className="z-10 ml-auto" />
      </div>
      <p className="line-clamp-2 min-h-10 text-14 text-ink-soft" dir="auto">
        {introductionOf(person)}
      </p>
      <p className="mt-auto flex min-w-0 items-center gap-2 text-12 text-ink-faint">
        <span className="min-w-0 flex-1 truncate leading-6" dir="auto">
          {placeOf(person)}
        </span>
        {person.hourly_rate && (
          <Chip tone="accent" className="shrink-0">
            {rateOf(person.hourly_rate)}
          </Chip>
        )}
      </p>
    </article>
  )
}

/** A person in a narrow list, with extra actions. */
export function PersonRow({ person, children }: { person: Person; children?: ReactNode }) {
  return (
    <article
      aria-labelledby={`person-${person.id}`}
      className="relative flex min-w-0 items-center flex-wrap gap-3 rounded-10 -mx-2 px-2 py-2.5 transition-colors hover:bg-sunken"
    >
      <Avatar name={person.name} image={person.profile_image} className="size-10! text-14" />
      <Names person={person} className="flex-1 basis-20" place />
      {children && <span className="z-10">{children}</span>}
      <FollowButton person={person} className="z-10 ml-auto" />
    </article>
  )
}

function Names({
  person,
  className,
  place = false,
}: {
  person: Person
  className: string
  /** Whether also to say what they do, and where. */
  place?: boolean
}) {
  return (
    <div className={cx('@container min-w-0', className)}>
      <p id={`person-${person.id}`} className="line-clamp-2 text-16 leading-5 font-medium">
        <PersonLink username={person.username} className={nameLink}>
          <bdi title={person.name}>{person.name}</bdi>
        </PersonLink>
        {person.is_you && <span className="font-normal text-ink-faint"> (you)</span>}
      </p>
      <p className="truncate text-14 text-ink-faint">
        {place && placeOf(person) ? (
          <>
            {/* Where there is room for one of the two, what they do says more about a stranger. */}
            <span className="@max-[18rem]:sr-only">@{person.username} · </span>
            <bdi>{placeOf(person)}</bdi>
          </>
        ) : (
          `@${person.username}`
        )}
      </p>
    </div>
  )
}

function placeOf({ designation, college }: Person): string {
  return [designation, college].filter(Boolean).join(' · ')
}
