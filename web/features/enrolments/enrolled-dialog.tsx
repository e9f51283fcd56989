import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import { MessageIconButton } from '#web/features/chat/message-button.tsx'
import { PersonRow } from '#web/features/follows/person-card.tsx'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { peopleOf } from '#web/features/people/queries.ts'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { enrolledQuery } from './queries.ts'

/** The people enrolled in the owner’s session (`?show=enrolled`). */
export function EnrolledDialog({ session, open }: { session: Session; open: boolean }) {
  const close = useCloseInAddress('show')
  return (
    <Dialog hasAddress open={open} onClose={close} title="Enrolled students" size="sm">
      {/* Just as tall with a short list, so that nothing moves when it loads. */}
      <div className="-mx-2 min-h-[min(20rem,50dvh)]">
        <Loaded waiting={<PersonRowSkeletons count={4} />} failed="The list didn’t load">
          <Enrolled id={session.id} onClose={close} />
        </Loaded>
      </div>
    </Dialog>
  )
}

function Enrolled({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useSuspenseInfiniteQuery(enrolledQuery(id))
  const people = peopleOf(query.data.pages)
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
