import type { ReactNode } from 'react'
import type { PersonCard } from '#shared/api/people.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

/** A person in a list of a session's people, with a note or an action at the end. */
export function PersonLine({
  person,
  note,
  linked = true,
  children,
}: {
  person: PersonCard
  /** Replaces their username and college. */
  note?: ReactNode
  linked?: boolean
  children?: ReactNode
}) {
  const { name, username, profile_image, college } = person
  const shownName = <PersonName name={name} />
  return (
    <div className="flex min-w-0 items-center gap-3 px-2 py-2.5">
      <Avatar name={name} image={profile_image} className="size-10! text-14 tiny:hidden" />
      <div className="min-w-0 flex-1">
        <p className="text-16 leading-5 font-medium">
          {linked ? (
            <PersonLink username={username} className="hover:underline">
              {shownName}
            </PersonLink>
          ) : (
            shownName
          )}
        </p>
        <p className="truncate text-14 text-ink-faint">
          {note ?? (
            <>
              @{username}
              {college && (
                <>
                  {' · '}
                  <bdi>{college}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}
