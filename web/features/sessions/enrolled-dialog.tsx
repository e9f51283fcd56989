import { useInfiniteQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import { MessageIconButton } from '#web/features/chat/message-button.tsx'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { PersonRow } from '#web/features/people/person-card.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { enrolledQuery } from './queries.ts'
import { useClose } from './use-close.ts'

/** Who is enrolled in one’s session (`?show=enrolled`). */
export function EnrolledDialog({ session, open }: { session: Session; open: boolean }) {
  const close = useClose()
  return (
    <Dialog open={open} onClose={close} title="Enrolled students" size="sm">
      {/* As tall with a short list, so that nothing moves when it is here. */}
      <div className="-mx-2 min-h-[min(20rem,50dvh)]">
        <Enrolled id={session.id} onClose={close} />
      </div>
    </Dialog>
  )
}

function Enrolled({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useInfiniteQuery(enrolledQuery(id))
  const { data, error, isFetching, refetch } = query
  if (data === undefined) {
    return error ? (
      <ErrorState title="The list didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <PersonRowSkeletons count={4} />
    )
  }
  const people = peopleOf(data.pages)
  if (people.length === 0) {
    return <p className="px-2 py-12 text-center text-14 text-ink-soft">No students enrolled yet.</p>
  }
  return (
    <>
      <ul className="flex flex-col">
        {people.map(person => (
          <li key={person.id}>
            <PersonRow person={person}>
              <MessageIconButton person={person} onDocked={onClose} />
            </PersonRow>
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={people.length}
        what="More people"
        skeleton={<PersonRowSkeletons count={2} />}
      />
    </>
  )
}
