import type { Deps } from '#server/deps.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { refuseUnfetched } from '#server/platform/http/cross-site.ts'
import type { RequestPart } from '#server/platform/http/cursor.ts'
import { createPageMemory } from '#server/platform/http/paging.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { sendCalendar } from '#server/platform/http/send-calendar.ts'
import { isOnlyProvider } from '#server/platform/payments/provider-objects.ts'
import { bookingPageSize, bookings } from '#shared/api/bookings.ts'
import { bookingCalendarFile } from './calendar.ts'
import { cancelBooking } from './cancel-booking.ts'
import { decideBooking } from './decide-booking.ts'
import { seeMove } from './moved-place.ts'
import { type BookingFilter, bookingById, bookingPage, nextBookings, type Viewer } from './queries.ts'
import { type Above, endHold, settleBookings } from './settle.ts'
import { noBooking } from './sides.ts'

/** A person's bookings, as student and as tutor. */
export function bookingRoutes(implement: Implement, deps: Deps, above: Above): void {
  const { db, jobs } = deps
  const pageMemory = createPageMemory()
  jobs.define('settle-bookings', { run: () => settleBookings(deps, above), every: '* * * * *' })
  jobs.define<{ bookingId: string }>('end-hold', {
    sideBySide: true,
    run: ({ bookingId }) => endHold(deps, above, bookingId),
  })

  const page = async (
    list: BookingFilter | BookingFilter[],
    login: Login,
    asked: ListQuery,
    part: RequestPart = 'query',
  ) => {
    const viewer = viewerOf(deps, login, asked.timezone, part)
    const name = String(list)
    const { start, end } = pageMemory.open(login.userId, name, asked)
    const { bookings: found, cursors } = await bookingPage(db, viewer, [list].flat(), start, part)
    return { status: 'success' as const, bookings: found, next_cursor: end(cursors, bookingPageSize) }
  }
  implement(bookings.asStudent, ({ query, login }) => page('student', login, query))
  implement(bookings.asTutor, ({ query, login }) => page('tutor', login, query))
  implement(bookings.pending, ({ query, login }) => page('ahead', login, query))
  implement(bookings.next, async ({ login }) => {
    return { status: 'success', ...(await nextBookings(db, viewerOf(deps, login))) }
  })
  implement(bookings.passed, ({ query, login }) => page('passed', login, query))
  implement(bookings.filtered, ({ body, login }) => {
    const wanted = new Set(body.filters.map(filter => filters[filter]))
    return page(wanted.size > 0 ? [...wanted] : 'ahead', login, body, 'body')
  })

  const one = async (login: Login, id: string, zone?: string) => {
    const booking = await bookingById(db, viewerOf(deps, login, zone), id)
    if (!booking) throw noBooking()
    return { status: 'success' as const, booking }
  }

  implement(bookings.get, async ({ params, query, login }) => {
    const answer = await one(login, params.id, query.timezone)
    if (answer.booking.status !== 'held') return answer
    // The return from Checkout only triggers a look; the provider knows. If it is unreachable, it reports
    // later.
    await above
      .askCheckout(deps, params.id)
      .catch(error => deps.log.warn({ err: error }, 'asking the payment provider about a Checkout failed'))
    return one(login, params.id, query.timezone)
  })

  implement(bookings.seeMove, async ({ body, login }) => {
    await one(login, body.bookingId)
    await seeMove(deps, login, body)
    return { status: 'success' }
  })

  implement(bookings.approve, async ({ body, login }) => {
    await decideBooking(deps, login, body, 'approved')
    return one(login, body.bookingId)
  })

  implement(bookings.reject, async ({ body, login }) => {
    await decideBooking(deps, login, body, 'declined')
    return one(login, body.bookingId)
  })

  implement(bookings.cancel, async ({ body, login }) => {
    await cancelBooking(deps, login, body)
    return one(login, body.bookingId)
  })

  implement(bookings.calendar, async ({ params, login, reply }) => {
    const file = await bookingCalendarFile(deps, login, params.id)
    return sendCalendar(reply, 'ignite-booking.ics', file)
  })

  const settleOwn = async ({ login }: { login: Login }) => {
    await settleBookings(deps, above, login.userId).catch(error => {
      if (!isOnlyProvider(error)) throw error
      deps.log.warn({ err: error }, 'the payment provider missed requests about due bookings')
      throw problem(
        'upstream_unavailable',
        'We’re having trouble with Stripe. We’ll update your bookings as soon as we can.',
        { retryAfterSeconds: 60 },
      )
    })
    await above.tendSessions(deps, login.userId)
    return { status: 'success' as const }
  }
  implement(bookings.settle, settleOwn)
  implement(bookings.settleByGet, ({ login, request }) => {
    refuseUnfetched(deps.config.publicUrl, request)
    return settleOwn({ login })
  })
}

type ListQuery = { offset: number; cursor?: string | undefined; timezone?: string | undefined }

const filters: Record<'All' | 'Pending' | 'Teaching' | 'Meetings', BookingFilter> = {
  All: 'ahead',
  Pending: 'requested',
  Teaching: 'teaching',
  Meetings: 'attending',
}

function viewerOf({ now }: Deps, { userId }: Login, timezone?: string, part: RequestPart = 'query'): Viewer {
  const zone = timezone === undefined ? null : askedZone(`${part}.timezone`, timezone)
  return { userId, zone, now: now() }
}
