import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasSignedOut } from '#web/features/logins/other-tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Departure = Parameters<BlockerFn>[0]

/** Asks before the person leaves a view with unsaved changes; opening a modal over the view isn't leaving. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const { history } = useRouter()
  const stay = useRef<HTMLButtonElement>(null)
  const decided = useRef(false)
  const [departure, setDeparture] = useState<Departure | null>(null)
  const refuse = useEffectEvent((wanted: Departure) => {
    // A person who has signed out can’t save anymore.
    if (decided.current || hasSignedOut()) return false
    if (viewOf(wanted.currentLocation) === viewOf(wanted.nextLocation)) return false
    setDeparture(wanted)
    return true
  })
  useEffect(() => {
    if (!unsaved) return
    // Refused at once, not when the person has answered: until then the browser would be at the other entry of its history, and
    // this dialog's own entry would take the place of those after it.
    return history.block({ blockerFn: wanted => refuse(wanted) })
  }, [history, unsaved])

  const leave = ({ action, currentLocation, nextLocation }: Departure) => {
    decided.current = true
    setDeparture(null)
    const { __TSR_index: to } = nextLocation.state
    if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state)
    else if (action === 'REPLACE') history.replace(nextLocation.href, nextLocation.state)
    else history.go(to - currentLocation.state.__TSR_index)
  }
  return (
    <Dialog
      open={departure !== null}
      onClose={() => setDeparture(null)}
      title="Leave without saving?"
      size="sm"
      initialFocus={stay}
      footer={
        <>
          <Button variant="quiet" onClick={() => departure && leave(departure)}>
            Leave
          </Button>
          <Button ref={stay} variant="primary" onClick={() => setDeparture(null)}>
            Keep editing
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-soft">Your changes on this page aren’t saved.</p>
    </Dialog>
  )
}

/** The page and its tab. */
function viewOf({ pathname, search }: Departure['nextLocation']): string {
  return `${pathname} ${new URLSearchParams(search).get('tab') ?? 'profile'}`
}
