import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
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

/** A person's followers or the people they follow, ten at a time, with a search by name. */
export function FollowList({ side, username, empty }: FollowListProps) {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const query = useInfiniteQuery({
    ...followListQuery(side, username, text),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, hasNextPage } = query
  const people = data && peopleOf(data.pages)
  if (people?.length === 0 && !text && !isPlaceholderData) return empty
  const isSearching = isPlaceholderData || typed.trim() !== text
  const nobody = people?.length === 0 && !isSearching
  return (
    <>
      {(people || text) && (
        <search>
          <SearchField
            label={side === 'followers' ? 'Search followers' : 'Search people you follow'}
            placeholder="A name, a username, a college"
            value={typed}
            onChange={setTyped}
          />
        </search>
      )}
      <FoundStatus unseen={!nobody} className={cx(nobody && 'px-2 py-10 text-center')}>
        {nobody
          ? side === 'followers'
            ? 'No followers found matching your search'
            : 'No people found matching your search'
          : people && text && !isSearching && countSoFar(people.length, hasNextPage, 'person', 'people')}
      </FoundStatus>
      {people && (people.length > 0 || nobody) ? (
        <>
          <ul className={cx('mt-2 flex flex-col transition-opacity', isSearching && 'opacity-60')}>
            {people.map(person => (
              <li key={person.id}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
          <MoreRows
            query={query}
            count={people.length}
            what="More people"
            skeleton={<PersonRowSkeletons count={2} />}
          />
          {people.length > 0 && !hasNextPage && !text && (
            <p className="px-2 pt-4 pb-2 text-center text-12 text-ink-faint">
              {people.length === 1
                ? 'That’s everyone: 1 person.'
                : `That’s everyone: ${people.length} people.`}
            </p>
          )}
        </>
      ) : error ? (
        <LoadFailed title="The list didn’t load" {...failureOf(query)} />
      ) : (
        <PersonRowSkeletons count={6} />
      )}
    </>
  )
}
