import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { useActAfterSignIn } from '#web/features/logins/after-sign-in.ts'
import { SignInLink } from '#web/features/logins/sign-in-link.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { isFull } from '#web/features/sessions/is-full.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useEnrol } from './use-enrol.ts'

/** A student's actions on a session: enroll, leave, answer an invitation. */
export function EnrolActions({
  session,
  decline,
}: {
  session: Session
  /** Declines their invitation. */
  decline: ReactNode
}) {
  const { id, title, enrolled, upcoming, total, invitation_id, admin_profile } = session
  const { enrol, leave } = useEnrol(session)
  const [leaving, setLeaving] = useState(false)
  const visitor = useIsVisitor()
  const full = isFull(session)
  const open = !enrolled && !full && upcoming.length > 0
  useActAfterSignIn('enrol', id, () => open && enrol.mutate())
  if (enrolled) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Chip tone="positive" className="h-8! px-3! text-14!">
          <Check aria-hidden="true" className="size-4" />
          Enrolled
        </Chip>
        {/* Also with nothing to come: who is enrolled is in whatever its owner plans next. But that can’t be undone. */}
        <Button
          variant="quiet"
          pending={leave.isPending}
          onClick={() => (upcoming.length > 0 ? leave.mutate() : setLeaving(true))}
        >
          Leave
        </Button>
        <ConfirmDialog
          open={leaving}
          onClose={() => setLeaving(false)}
          title="Leave this session?"
          action="Leave"
          keep="Stay enrolled"
          onConfirm={() => {
            setLeaving(false)
            leave.mutate()
          }}
        >
          <p className="font-medium wrap-anywhere" dir="auto">
            {title}
          </p>
          <p className="mt-1 text-14 text-ink-soft">
            You’ll keep the meetings that you came to or paid for, and can read their boards. You can enroll
            again only once there’s a new date.
          </p>
        </ConfirmDialog>
        {total !== null && upcoming.length > 0 && (
          <p className="w-full text-14 text-ink-soft">
            You pay for each session you want to attend: {dollarsText(total)} per session.
          </p>
        )}
      </div>
    )
  }
  if (upcoming.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {invitation_id && (
        <p className="w-full text-14 text-ink-soft" dir="auto">
          {admin_profile.name} invited you. Enrolling accepts the invitation.
        </p>
      )}
      {visitor ? (
        <SignInLink
          act="enrol"
          id={id}
          next={`/sessions/${id}`}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          Enroll
        </SignInLink>
      ) : (
        <Button
          variant="primary"
          size="lg"
          pending={enrol.isPending}
          disabled={full}
          onClick={() => enrol.mutate()}
        >
          {full ? 'Full' : 'Enroll'}
        </Button>
      )}
      {decline}
      <p className="w-full text-14 text-ink-soft">
        {full
          ? 'This session is full. Check back in case someone leaves.'
          : total === null
            ? 'It’s free. Once you enroll, you can come to every one.'
            : `Enrolling is free. You pay for each session you want to attend: ${dollarsText(total)} per session.`}
      </p>
    </div>
  )
}
