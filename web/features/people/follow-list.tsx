import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PersonCard } from '#shared/api/people.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { InSight } from '#web/ui/in-sight.tsx'
import { Input } from '#web/ui/input.tsx'
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
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
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
      <FilterBox side={side} value={filter} onChange={setFilter} />
      <ul className="mt-2 flex flex-col">
        {people.map(person => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-center gap-3 py-4 text-14 text-ink-soft"
        >
          More people didn’t load. {problemText(error)}
          <Button size="sm" onClick={() => void fetchNextPage()} pending={isFetching}>
            Retry
          </Button>
        </div>
      ) : hasNextPage ? (
        // Still in sight after a page came that had few who match, it must ask on.
        <InSight key={`${everyone.length} ${isFetching}`} onSeen={() => !isFetching && void fetchNextPage()}>
          <PersonRowSkeletons count={people.length === 0 ? 6 : 2} />
        </InSight>
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

function FilterBox({
  side,
  value,
  onChange,
}: {
  side: FollowSide
  value: string
  onChange: (value: string) => void
}) {
  return (
    <search className="relative block">
      <Search
        aria-hidden="true"
        strokeWidth={1.5}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
      />
      <Input
        type="search"
        aria-label={side === 'followers' ? 'Search followers' : 'Search people followed'}
        placeholder="A name, a username, a college"
        maxLength={100}
        autoComplete="off"
        value={value}
        onChange={event => onChange(event.target.value)}
        className="pl-9!"
      />
    </search>
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
