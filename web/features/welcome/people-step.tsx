import { useInfiniteQuery } from '@tanstack/react-query'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { PersonRow } from '#web/features/people/person-card.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { peopleToFollowQuery } from './queries.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** People from one's classes and college, to follow. */
export function PeopleStep({ profile, onDone, onBack }: StepProps) {
  return (
    <StepForm
      title="Follow a few people"
      description="What they share gathers in your Following feed. These are from your classes and your college, or new here."
      done="Start reading"
      canSkip={false}
      onSubmit={onDone}
      onSkip={onDone}
      onBack={onBack}
    >
      <People profile={profile} />
    </StepForm>
  )
}

function People({ profile }: Pick<StepProps, 'profile'>) {
  const { data, error, isFetching, refetch } = useInfiniteQuery(peopleToFollowQuery(profile))
  if (!data) {
    return error ? (
      <ErrorState title="Nobody came up" onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <PersonRowSkeletons count={4} />
    )
  }
  const people = peopleOf(data.pages)
  if (people.length === 0) {
    return (
      <p className="rounded-10 bg-sunken px-4 py-8 text-center text-14 text-ink-soft">
        You’re among the first here. Once others have joined, you find them with Search.
      </p>
    )
  }
  return (
    <div className="-mx-2">
      <h2 className="sr-only">People</h2>
      <ul className="flex flex-col">
        {people.map(person => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
    </div>
  )
}
