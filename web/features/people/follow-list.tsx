import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PersonCard } from '#shared/api/people.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { PersonRowSkeletons } from './people-skeletons.tsx'
import { PersonRow } from './person-card.tsx'
import { type FollowSide, followListQuery, peopleOf } from './queries.ts'

/** Who follows a person or whom they follow, ten at a time, with a box that narrows the list by name. */
export function FollowList({
  side,
  username,
  empty,
}: {
  side: FollowSide
  username: string
  /** In place of a list without people. */
  empty: ReactNode
}) {
  const query = useInfiniteQuery(followListQuery(side, username))
  const { data, error, isFetching, hasNextPage, refetch } = query
  const [filter, setFilter] = useState('')
  if (data === undefined) {
    return error ? (
      <ErrorState title="The list didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <PersonRowSkeletons count={6} />
    )
  }
  const everyone = peopleOf(data.pages)
  if (everyone.length === 0) return empty
  const people = everyone.filter(person => matches(person, filter))
  return (
    <>
      <search>
        <SearchField
          label={side === 'followers' ? 'Search followers' : 'Search people followed'}
          placeholder="A name, a username, a college"
          value={filter}
          onChange={setFilter}
        />
      </search>
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
      ) : people.length === 0 ? (
        <p role="status" className="px-2 py-10 text-center text-14 text-ink-soft">
          {side === 'followers'
            ? 'No followers found matching your search'
            : 'Nobody followed here matches your search'}
        </p>
      ) : (
        <p className="px-2 pt-4 pb-2 text-center text-12 text-ink-faint">
          {everyone.length === 1
            ? 'That’s everyone: one person.'
            : `That’s everyone: ${everyone.length} people.`}
        </p>
      )}
    </>
  )
}

/** As the search for people does: each word typed is the beginning of one of theirs. */
function matches({ name, username, college }: PersonCard, filter: string): boolean {
  const words = plainWords(`${name} ${username} ${college ?? ''}`)
  return plainWords(filter).every(typed => words.some(word => word.startsWith(typed)))
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
