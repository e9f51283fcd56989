import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PersonCard } from '#web/features/follows/person-card.tsx'
import { PersonCardSkeletons, peopleGrid } from '#web/features/people/people-skeletons.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreFailed } from '#web/ui/more-failed.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { peopleSearchQuery } from './queries.ts'

/** The people that a text finds, or the newest. If it finds nobody, tutors of `course` are a click away. */
export function PeopleResults({ text, course }: { text: string; course?: number | undefined }) {
  const query = useInfiniteQuery(peopleSearchQuery(text))
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = query
  if (error && !data) {
    return <LoadFailed title="The list didn’t load" {...failureOf(query)} />
  }
  const people = data && peopleOf(data.pages)
  return (
    <>
      <FoundStatus unseen={people?.length === 0} className="mb-4 min-h-5">
        {people &&
          !isPlaceholderData &&
          (people.length === 0
            ? nobody(text)
            : text
              ? countSoFar(people.length, hasNextPage, 'person', 'people')
              : 'New on Ignite')}
      </FoundStatus>
      {!people ? (
        <PersonCardSkeletons count={9} />
      ) : people.length === 0 ? (
        <NobodyFound text={text} course={course} />
      ) : (
        <ul className={cx(peopleGrid, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {people.map(person => (
            <li key={person.id} className="grid min-w-0">
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      )}
      {query.isFetchNextPageError ? (
        <MoreFailed
          title="More people didn’t load."
          error={error}
          onRetry={() => void query.fetchNextPage()}
          retrying={isFetchingNextPage}
        />
      ) : (
        hasNextPage && (
          <div className="mt-6 flex justify-center">
            <Button onClick={() => void query.fetchNextPage()} pending={isFetchingNextPage}>
              More
            </Button>
          </div>
        )
      )}
    </>
  )
}

function nobody(text: string): string {
  return text ? `No people found for “${text}”` : 'Nobody is here yet'
}

function NobodyFound({ text, course }: { text: string; course: number | undefined }) {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={nobody(text)}
      action={
        text && (
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
              Clear the search
            </Link>
            <Link to="/tutors" search={{ course }} className={buttonClass({ variant: 'quiet' })}>
              Find a tutor
            </Link>
          </div>
        )
      }
    >
      {text
        ? 'Try a name, a username or a college. Only the last word can be incomplete. Looking for a tutor? Find one by course, price and time.'
        : 'New people show up here.'}
    </EmptyState>
  )
}
