import type { MeetingPerson } from '#shared/api/meetings.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'

/** Everyone whom a meeting expects, and who of them is there. */
export function RoomPeople({ people }: { people: readonly MeetingPerson[] }) {
  return (
    <ul
      aria-label="People"
      aria-live="polite"
      className="max-h-80 w-full divide-y divide-line overflow-y-auto"
    >
      {people.map(person => (
        <li key={person.id} className="flex min-w-0 items-center gap-3 py-2.5">
          <Avatar
            name={person.name}
            image={person.profile_image}
            className={cx('size-10! text-14', !person.present && 'grayscale')}
          />
          <div className="min-w-0 flex-1">
            <p className="flex gap-1.5 font-medium">
              <PersonName name={person.name} />
              {person.is_you && <span className="font-normal text-ink-faint">(you)</span>}
            </p>
            <p className="text-14 text-ink-faint">{person.is_tutor ? 'Tutor' : 'Student'}</p>
          </div>
          <p className="inline-flex shrink-0 items-center gap-2 text-14 text-ink-soft">
            <span
              aria-hidden="true"
              className={cx(
                'size-2 rounded-full',
                person.present || person.waiting ? 'bg-lamp' : 'border border-line-strong',
              )}
            />
            {placeOf(person)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function placeOf({ present, waiting, is_you }: MeetingPerson): string {
  if (present) return 'In the call'
  if (waiting) return 'Waiting to get in'
  return is_you ? 'In the lobby' : 'Not in the call yet'
}
