import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { ProblemDialog } from '#web/features/booking/problem-dialog.tsx'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { deviceTimeZone, zoneName } from '#web/lib/time-zones.ts'
import { type CardDialog, cardId } from './booking-card.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { MeetingFilters } from './meeting-filters.tsx'
import { MeetingList } from './meeting-list.tsx'
import { MeetingsHead } from './meetings-head.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { refreshBookings } from './queries.ts'
import { RequestDialog } from './request-dialog.tsx'
import type { MeetingListName } from './search.ts'

/** One's meetings of either side: those ahead by a filter, or those that are over. */
export function MeetingsPage({ list, request }: { list: MeetingListName; request: string | undefined }) {
  const zone = useOwnZone() ?? deviceTimeZone()
  const region = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/meeting' })
  const [opened, setOpened] = useState<{ dialog: CardDialog; booking: Booking } | null>(null)
  const [asked, setAsked] = useState<string | undefined>(request)
  const [shown, setShown] = useState(false)
  // A dialog on its way out still shows what it was about.
  if (request !== undefined && request !== asked) setAsked(request)

  const showRequest = (id: string | undefined) =>
    void navigate({ search: old => ({ ...old, request: id }), replace: id === undefined, resetScroll: false })
  const open = (dialog: CardDialog, booking: Booking) => {
    setOpened({ dialog, booking })
    if (dialog === 'request') showRequest(booking.id)
    else setShown(true)
  }
  /** Where the focus goes after a dialog: the booking's card, or what is left of the list. */
  const placeOf = (id: string) => document.getElementById(cardId(id)) ?? region.current
  const refresh = async (id: string) => {
    await refreshBookings(queryClient)
    requestAnimationFrame(() => {
      // The button that had the focus may have gone with the booking's former state.
      if (document.activeElement === document.body) placeOf(id)?.focus({ preventScroll: true })
    })
  }
  const current = (dialog: CardDialog) => (opened?.dialog === dialog ? opened.booking : null)
  const [message, cancelling, complaining] = [current('message'), current('cancel'), current('problem')]
  return (
    <>
      <MeetingsHead tab={list === 'passed' ? 'passed' : 'upcoming'} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {list === 'passed' ? (
          <p className="text-14 text-ink-soft">They exist in history</p>
        ) : (
          <MeetingFilters current={list} search={filter => (filter ? { filter } : {})} />
        )}
        <p className="text-12 text-ink-faint">Times of {zoneName(zone)}</p>
      </div>
      <div ref={region} tabIndex={-1} className="outline-none">
        <MeetingList key={list} list={list} zone={zone} onOpen={open} />
      </div>
      {asked !== undefined && (
        <RequestDialog
          key={asked}
          bookingId={asked}
          known={current('request')?.id === asked ? opened?.booking : undefined}
          zone={zone}
          open={request !== undefined}
          onClose={() => showRequest(undefined)}
          onDecided={() => {
            showRequest(undefined)
            void refresh(asked)
          }}
          finalFocus={() => placeOf(asked)}
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
          finalFocus={() => placeOf(complaining.id)}
        />
      )}
      {cancelling && (
        <CancelDialog
          key={cancelling.id}
          booking={cancelling}
          zone={zone}
          open={shown}
          onClose={() => setShown(false)}
          onCancelled={() => {
            setShown(false)
            void refresh(cancelling.id)
          }}
          finalFocus={() => placeOf(cancelling.id)}
        />
      )}
    </>
  )
}
