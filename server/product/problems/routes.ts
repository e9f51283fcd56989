import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { bookingById } from '../bookings/queries.ts'
import { noBooking } from '../bookings/sides.ts'
import { bookingToRefund } from './booking-to-refund.ts'
import { retryRefund, settleRefund } from './failed-refund.ts'
import { problemList, problemsPage } from './problem-list.ts'
import { problemMail } from './problem-mail.ts'
import { refundAsOperator } from './refund-as-operator.ts'
import { reportProblem } from './report-problem.ts'
import { settleProblem } from './settle-problem.ts'
import { waitingMoney } from './waiting-money.ts'

/** Problems in meetings, how operators settle them, and the money that waits for an operator. */
export function problemRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  problemMail.define(deps)

  implement(bookings.reportProblem, async ({ body, login }) => {
    await reportProblem(deps, login, body)
    const booking = await bookingById(
      db,
      { userId: login.userId, zone: null, now: deps.now() },
      body.bookingId,
    )
    if (!booking) throw noBooking()
    return { status: 'success', booking }
  })

  implement(admin.problems, async ({ query }) => {
    const problems = await problemList(db, query.state, query.cursor)
    const next_cursor = problems.length < problemsPage ? null : problems.at(-1)!.booking_id
    return { status: 'success', problems, next_cursor }
  })

  implement(admin.settleProblem, async ({ body, login }) => {
    await settleProblem(deps, login, body)
    return { status: 'success' }
  })

  implement(admin.booking, async ({ params }) => {
    const booking = await bookingToRefund(db, params.id, deps.now())
    if (!booking) throw noBooking()
    return { status: 'success', booking }
  })

  implement(admin.refundBooking, async ({ body, login }) => {
    await refundAsOperator(deps, login, body)
    return { status: 'success' }
  })

  implement(admin.retryRefund, async ({ body, login }) => {
    await retryRefund(deps, login, body.id)
    return { status: 'success' }
  })

  implement(admin.settleRefund, async ({ body, login }) => {
    await settleRefund(deps, login, body)
    return { status: 'success' }
  })

  implement(admin.money, async () => ({ status: 'success', ...(await waitingMoney(db)) }))
}
