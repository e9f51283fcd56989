import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Occurrence, type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { RemarksDialog } from '#web/features/bookings/remarks-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { comingQuery, paidPeople } from './coming-query.ts'
import { showSession } from './queries.ts'
import { peopleText, whenText } from './words.ts'

/** Asks before an occurrence is canceled, and first says who gets which refund. */
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
  const { data: coming } = useQuery({ ...comingQuery(session.id), enabled: open && session.rate !== null })
  const here = coming?.filter(one => one.occurrence.id === occurrence.id)
  const skip = useMutation({
    mutationFn: async (remarks: string) =>
      (await call(sessions.skip, { body: { occurrence_id: occurrence.id, remarks } })).session,
    onSuccess: changed => {
      showSession(queryClient, changed)
      toast.success(`You skipped ${whenText(occurrence, zone)}.`)
      onClose()
    },
    onError: () => void refreshBookings(queryClient),
  })
  return (
    <RemarksDialog
      sending={skip}
      open={open}
      onClose={onClose}
      title="Skip this date?"
      size="sm"
      action="Skip it"
      hint={`We’ll send them to everyone who ${session.rate === null ? 'was coming' : 'has a place'}.`}
      finalFocus={finalFocus}
    >
      <div className="rounded-10 bg-sunken px-4 py-3 text-14">
        <p className="font-medium">{whenText(occurrence, zone)}</p>
        <p className="mt-1 text-ink-soft">
          {effectText(session, session.rate === null ? 0 : here && paidPeople(here).length)}
        </p>
      </div>
    </RemarksDialog>
  )
}

/** What it means for others. `paid` is undefined until it is known. */
function effectText({ attendees, rate }: Session, paid: number | undefined): string {
  if (paid === undefined) return 'This date will be canceled. Anyone who already paid gets a full refund.'
  if (paid > 0) return `Already paid: ${peopleText(paid)}. They’ll get a full refund.`
  // In a paid session, only those who paid hear of it.
  return attendees && rate === null
    ? `This date will be canceled. We’ll let ${peopleText(attendees)} know.`
    : 'This date will be canceled.'
}
