import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { PersonRow } from '#web/features/follows/person-card.tsx'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { enough, peopleToFollowQuery } from './queries.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** People from the newcomer's classes and college, to follow. */
export function PeopleStep({ profile, onDone, onBack }: StepProps) {
  const form = useForm({ initial: {}, check: () => ({}), onSubmit: onDone })
  return (
    <StepForm
      form={form}
      title="Follow a few people"
      description="You’ll see their posts in your Following feed. Here are people from your classes and college, or new to Ignite."
      done="Start reading"
      canSkip={false}
      onSkip={onDone}
      onBack={onBack}
    >
      {/* As tall with fewer, so that the buttons below stay where they are. */}
      <div className="min-h-120">
        <Loaded waiting={<PersonRowSkeletons count={enough} />} failed="The suggestions didn’t load">
          <People profile={profile} />
        </Loaded>
      </div>
    </StepForm>
  )
}

function People({ profile }: Pick<StepProps, 'profile'>) {
  const { data } = useSuspenseInfiniteQuery(peopleToFollowQuery(profile))
  const people = peopleOf(data.pages)
  if (people.length === 0) {
    return (
      <p className="rounded-10 bg-sunken px-4 py-8 text-center text-14 text-ink-soft">
        You’re one of the first here. Once others join, find them with Search.
      </p>
    )
  }
  return (
    <>
      <h2 className="sr-only">People</h2>
      <ul className="flex flex-col">
        {people.map(person => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
    </>
  )
}
