import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type CardDialog, cardId } from './booking-card.tsx'
import { MeetingFilters } from './meeting-filters.tsx'
import { refreshBookings } from './refresh-bookings.ts'
import type { MeetingListName } from './search.ts'

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const MessageDialog = lazyDialog(async () => (await import('./message-dialog.tsx')).MessageDialog)
const ProblemDialog = lazyDialog(async () => (await import('./problem-dialog.tsx')).ProblemDialog)
const RequestDialog = lazyDialog(async () => (await import('./request-dialog.tsx')).RequestDialog)

/** A list of the person's meetings, upcoming by filter or past, and what its cards open. */
export function BookingsTab({
  list,
  request,
  children,
}: {
  list: MeetingListName
  request: string | undefined
  children: (zone: string, onOpen: (dialog: CardDialog, booking: Booking) => void) => ReactNode
}) {
  const zone = useViewerZone()
  const region = useRef<HTMLElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/meeting' })
  const [opened, setOpened] = useState<{ dialog: CardDialog; booking: Booking } | null>(null)
  const [asked, setAsked] = useState<string | undefined>(request)
  const [shown, setShown] = useState(false)
  // A closing dialog still shows its content.
  if (request !== undefined && request !== asked) setAsked(request)

  const showRequest = (request: string) =>
    void navigate({ search: old => ({ ...old, request }), resetScroll: false })
  const closeRequest = useCloseInAddress('request')
  const opener = useRef<Element>(null)
  const open = (dialog: CardDialog, booking: Booking) => {
    opener.current = document.activeElement
    setOpened({ dialog, booking })
    if (dialog === 'request') showRequest(booking.id)
    else setShown(true)
  }
  const placeOf = (id: string) => document.getElementById(cardId(id)) ?? region.current
  /** Where the focus goes after a dialog: to the button that opened it, the booking's card, or the rest of the list. */
  const focusAfter = (id: string) => {
    const button = opener.current
    return button instanceof HTMLElement && placeOf(id)?.contains(button) ? button : placeOf(id)
  }
  const refresh = async (id: string) => {
    // That button goes with the booking's old state.
    opener.current = null
    await refreshBookings(queryClient)
    requestAnimationFrame(() => {
      // The button that had the focus may be gone with the booking's old state.
      if (document.activeElement === document.body) placeOf(id)?.focus({ preventScroll: true })
    })
  }
  const current = (dialog: CardDialog) => (opened?.dialog === dialog ? opened.booking : null)
  const [message, canceling, complaining] = [current('message'), current('cancel'), current('problem')]
  return (
    <div className="group/list">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {list === 'passed' ? (
          <div>
            <h2 className="text-22">All passed meetings</h2>
            <p className="mt-0.5 text-14 text-ink-soft">They exist in history</p>
          </div>
        ) : (
          <MeetingFilters current={list} />
        )}
        <p className="text-12 text-ink-faint group-has-data-empty/list:hidden">
          Times are in {zoneName(zone)}.
        </p>
      </div>
      <section ref={region} tabIndex={-1} aria-label="Meetings" className="outline-none">
        {children(zone, open)}
      </section>
      {asked !== undefined && (
        <RequestDialog
          key={asked}
          bookingId={asked}
          known={current('request')?.id === asked ? opened?.booking : undefined}
          zone={zone}
          open={request !== undefined}
          onClose={closeRequest}
          onDecided={() => {
            void refresh(asked)
            closeRequest()
          }}
          finalFocus={() => focusAfter(asked)}
        />
      )}
      {message && (
        <MessageDialog booking={message} zone={zone} open={shown} onClose={() => setShown(false)} />
      )}
      {complaining && (
        <ProblemDialog
          key={complaining.id}
          booking={complaining}
          zone={zone}
          open={shown}
          onClose={() => setShown(false)}
          finalFocus={() => focusAfter(complaining.id)}
        />
      )}
      {canceling && (
        <CancelDialog
          key={canceling.id}
          booking={canceling}
          zone={zone}
          open={shown}
          onClose={() => setShown(false)}
          onCancelled={() => {
            void refresh(canceling.id)
            setShown(false)
          }}
          finalFocus={() => focusAfter(canceling.id)}
        />
      )}
    </div>
  )
}
