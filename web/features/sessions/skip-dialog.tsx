import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Occurrence, type Session, sessions } from '#shared/api/sessions.ts'
import { RemarksField, remarksFault } from '#web/features/meetings/remarks-field.tsx'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { comingQuery, paidPeople } from './coming-query.ts'
import { refreshSessions, showSession } from './queries.ts'
import { peopleText, whenText } from './words.ts'

/** Asks before one time of a session is cancelled, and says first who gets what back. */
export function SkipDialog({
  session,
  occurrence,
  zone,
  open,
  onClose,
  finalFocus,
}: {
  session: Session
  occurrence: Occurrence
  zone: string
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  const keep = useRef<HTMLButtonElement>(null)
  const [remarks, setRemarks] = useState('')
  const { data: coming } = useQuery({ ...comingQuery(session.id), enabled: open && session.rate !== null })
  const paid = paidPeople(coming?.filter(one => one.occurrence.id === occurrence.id) ?? []).length
  const skip = useMutation({
    mutationFn: async () =>
      (await call(sessions.skip, { body: { occurrence_id: occurrence.id, remarks: remarks.trim() } }))
        .session,
    onSuccess: changed => {
      showSession(queryClient, changed)
      toast.success(`${whenText(occurrence, zone)} is cancelled.`)
      onClose()
    },
    onError: () => refreshSessions(queryClient),
  })
  return (
    <Dialog
      open={open}
      onClose={() => !skip.isPending && onClose()}
      title="Skip this one?"
      size="sm"
      initialFocus={keep}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={keep} onClick={onClose} disabled={skip.isPending}>
            Keep it
          </Button>
          <Button
            variant="danger"
            pending={skip.isPending}
            disabled={remarksFault(remarks) !== undefined}
            onClick={() => skip.mutate()}
          >
            Skip it
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="rounded-10 bg-sunken px-4 py-3 text-14">
          <p className="font-medium">{whenText(occurrence, zone)}</p>
          <p className="mt-1 text-ink-soft">
            {paid > 0
              ? `${peopleText(paid)} paid for it and ${paid === 1 ? 'gets' : 'get'} everything back.`
              : session.attendees > 0
                ? `It doesn’t take place. ${peopleText(session.attendees)} who ${session.attendees === 1 ? 'is' : 'are'} enrolled ${session.attendees === 1 ? 'is' : 'are'} told.`
                : 'It doesn’t take place.'}
          </p>
        </div>
        <RemarksField value={remarks} onChange={setRemarks} hint="Those who would have come get them." />
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {skip.isError && problemText(skip.error)}
        </p>
      </div>
    </Dialog>
  )
}
