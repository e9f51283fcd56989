import { Button } from '#web/ui/button.tsx'
import { useDecline } from './use-answer.ts'

/** Declines an invitation, on the page of its session. */
export function DeclineButton({ invitationId }: { invitationId: string }) {
  const decline = useDecline(invitationId)
  return (
    <Button size="lg" pending={decline.isPending} onClick={() => decline.mutate()}>
      Decline
    </Button>
  )
}
