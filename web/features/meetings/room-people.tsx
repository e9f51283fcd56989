import type { MeetingPerson } from '#shared/api/meetings.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'

/** The two people of a meeting, and which of them is in the room. */
export function RoomPeople({ people }: { people: readonly MeetingPerson[] }) {
  return (
    <ul aria-label="People" className="mt-8 grid w-full gap-3 sm:grid-cols-2" aria-live="polite">
      {people.map(person => (
        <li
          key={person.username}
          className={cx(
            'flex min-w-0 flex-col items-center rounded-16 border px-4 py-6',
            person.present ? 'border-line bg-sheet' : 'border-dashed border-line',
          )}
        >
          <Avatar
            name={person.name}
            image={person.profile_image}
            className={cx('size-16! text-22', !person.present && 'grayscale')}
          />
          <p className="mt-3 max-w-full truncate font-medium" title={person.name}>
            <bdi>{person.name}</bdi>
            {person.is_you && <span className="font-normal text-ink-faint"> (you)</span>}
          </p>
          <p className="text-14 text-ink-faint">{person.is_tutor ? 'Tutor' : 'Student'}</p>
          <p className="mt-2 inline-flex items-center gap-2 text-14 text-ink-soft">
            <span
              aria-hidden="true"
              className={cx('size-2 rounded-full', person.present ? 'bg-lamp' : 'border border-line-strong')}
            />
            {person.present ? 'In the room' : 'Not here yet'}
          </p>
        </li>
      ))}
    </ul>
  )
}
