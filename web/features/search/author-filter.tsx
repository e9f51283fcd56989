import type { PersonCard } from '#shared/api/people.ts'
import { useSuggestions } from '#web/features/courses/use-suggestions.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { pickMessage } from './pick-message.ts'
import { peopleSuggestionsQuery } from './queries.ts'
import { usePick } from './use-pick.ts'

/** A letter alone finds half of everyone. */
const leastTyped = 2

type Author = Pick<PersonCard, 'username' | 'name' | 'profile_image'>

/** Filters by who posted it, found by their name or username. */
export function AuthorFilter({
  author,
  onChange,
}: {
  author: string | undefined
  onChange: (author: string | undefined) => void
}) {
  const { typed, combobox } = usePick<Author>({
    // The address has only the username.
    value: author === undefined ? null : { username: author, name: '', profile_image: null },
    itemText: ({ username }) => `@${username}`,
    onPick: next => onChange(next?.username),
  })
  const enough = typed.length >= leastTyped
  const { found, error, waits } = useSuggestions(typed, enough, peopleSuggestionsQuery)

  return (
    <Combobox<Author>
      {...combobox}
      aria-label="Author"
      placeholder="Any author"
      items={found}
      itemKey={({ username }) => username}
      renderItem={person => <Suggestion person={person} />}
      loading={waits}
      message={pickMessage(
        { enough, error, none: found.length === 0 },
        {
          tooShort: `Type at least ${leastTyped} characters of a name or a username.`,
          nothing: 'No people found',
        },
      )}
    />
  )
}

function Suggestion({ person: { name, username, profile_image } }: { person: Author }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} image={profile_image} className="size-7! shrink-0" />
      <span className="flex min-w-0 flex-col">
        <PersonName name={name} />
        <span className="truncate text-12 text-ink-faint">@{username}</span>
      </span>
    </span>
  )
}
