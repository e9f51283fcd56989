import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PersonCard } from '#shared/api/people.ts'
import { counted } from '#shared/domain/counted.ts'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { PersonRow } from './person-card.tsx'
import { type FollowSide, followListQuery } from './queries.ts'

type FollowListProps = {
  side: FollowSide
  username: string
  /** The empty state. */
  empty: ReactNode
}

/** A person's followers or the people they follow, ten at a time, with a filter by name. */
export function FollowList(props: FollowListProps) {
  return (
    <Loaded waiting={<PersonRowSkeletons count={6} />} failed="The list didn’t load">
      <People {...props} />
    </Loaded>
  )
}

function People({ side, username, empty }: FollowListProps) {
  const query = useSuspenseInfiniteQuery(followListQuery(side, username))
  const { data, hasNextPage } = query
  const [filter, setFilter] = useState('')
  const everyone = peopleOf(data.pages)
  if (everyone.length === 0) return empty
  const people = everyone.filter(person => matches(person, filter))
  const nobody = people.length === 0 && !hasNextPage
  return (
    <>
      <search>
        <SearchField
          label={side === 'followers' ? 'Search followers' : 'Search people you follow'}
          placeholder="A name, a username, a college"
          value={filter}
          onChange={setFilter}
        />
      </search>
      <FoundStatus unseen={!nobody} className={cx(nobody && 'px-2 py-10 text-center')}>
        {nobody
          ? side === 'followers'
            ? 'No followers found matching your search'
            : 'No people found matching your search'
          : filter.trim() && !hasNextPage && counted(people.length, 'person', 'people')}
      </FoundStatus>
      <ul className="mt-2 flex flex-col">
        {people.map(person => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <MoreRows
          query={query}
          count={everyone.length}
          what="More people"
          skeleton={<PersonRowSkeletons count={people.length === 0 ? 6 : 2} />}
        />
      ) : (
        people.length > 0 && (
          <p className="px-2 pt-4 pb-2 text-center text-12 text-ink-faint">
            {everyone.length === 1
              ? 'That’s everyone: 1 person.'
              : `That’s everyone: ${everyone.length} people.`}
          </p>
        )
      )}
    </>
  )
}

/** Like the search for people: each typed word matches the beginning of a word in the name. */
function matches({ name, username, college }: PersonCard, filter: string): boolean {
  const words = plainWords(`${name} ${username} ${college ?? ''}`)
  return plainWords(filter).every(typed => words.some(word => word.startsWith(typed)))
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
