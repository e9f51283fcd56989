import { eventually } from '../harness/eventually.ts'
import { refundsAt } from './provider.ts'
import {
  acceptIt,
  comeBack,
  decline,
  endHold,
  hangingCall,
  holdIt,
  pause,
  payIt,
  payOpenCheckout,
  releaseHold,
  type Story,
  send,
  settle,
  slowCall,
} from './story.ts'

export type Point = {
  name: string
  /** The state of the booking beforehand. */
  before: 'nothing' | 'held' | 'requested'
  /** Brings the server to the point and holds it there. */
  bring: (story: Story) => Promise<unknown>
  /** What happens while the server is down. */
  away?: (story: Story) => Promise<unknown>
  /** What its people do when it is back. */
  after?: (story: Story) => Promise<unknown>
  end: 'requested' | 'approved' | 'declined' | 'cancelled' | 'expired'
}

/** The points of one line are reached one after the other, with one kill at the end. */
export const kills: Point[][] = [
  [
    {
      name: 'just after an approval was answered',
      before: 'requested',
      bring: acceptIt,
      after: acceptIt,
      end: 'approved',
    },
    {
      name: 'when the payment provider has made the Checkout, and its answer isn’t there yet',
      before: 'nothing',
      bring: story =>
        hangingCall(story, { kind: 'timeout_after', path: '/v1/checkout/sessions' }, () =>
          send(holdIt(story)),
        ),
      after: payIt,
      end: 'requested',
    },
    {
      name: 'when a hold is kept, and the payment provider doesn’t know yet',
      before: 'nothing',
      bring: story =>
        hangingCall(story, { kind: 'timeout_before', path: '/v1/checkout/sessions' }, () =>
          send(holdIt(story)),
        ),
      after: payIt,
      end: 'requested',
    },
    {
      name: 'when a payment is applied, and its event not yet marked as such',
      before: 'held',
      async bring(story) {
        const job = await pause(story, 'select from bookings where id = $1 for update', story.id)
        await payOpenCheckout(story)
        await job.reached()
        const mark = await pause(
          story,
          `select from stripe_events where payload->'data'->'object'->'metadata'->>'booking_id' = $1 for update`,
          story.id,
        )
        await job.release()
        await mark.reached()
      },
      end: 'requested',
    },
    {
      name: 'when an approval waits for its turn',
      before: 'requested',
      async bring(story) {
        const turn = await pause(story, 'select from bookings where id = $1 for update', story.id)
        send(acceptIt(story))
        await turn.reached()
      },
      after: acceptIt,
      end: 'approved',
    },
    {
      name: 'when a hold waits for its turn',
      before: 'nothing',
      async bring(story) {
        const turn = await pause(
          story,
          `select pg_advisory_xact_lock(hashtextextended('reserve ' || id, 0)) from users where username = $1`,
          story.studentName,
        )
        send(holdIt(story))
        await turn.reached()
      },
      after: payIt,
      end: 'requested',
    },
    {
      name: 'when a hold is half written',
      before: 'nothing',
      async bring(story) {
        const half = await pause(story, 'lock table payments in share row exclusive mode')
        send(holdIt(story))
        await half.reached()
      },
      after: payIt,
      end: 'requested',
    },
  ],
  [
    {
      name: 'just after a hold was answered',
      before: 'nothing',
      bring: holdIt,
      after: payIt,
      end: 'requested',
    },
    {
      name: 'before a payment, which is made and told while it is away',
      before: 'nothing',
      bring: holdIt,
      away: payOpenCheckout,
      end: 'requested',
    },
    {
      name: 'when a refund is kept, and the payment provider doesn’t know yet',
      before: 'requested',
      bring: story =>
        hangingCall(story, { kind: 'timeout_before', path: '/v1/refunds' }, () => decline(story)),
      end: 'declined',
    },
    {
      name: 'when a released hold’s Checkout is ended at the provider, and its answer isn’t there yet',
      before: 'held',
      bring: story =>
        hangingCall(story, { kind: 'timeout_after', path: '/v1/checkout/sessions/*/expire' }, () =>
          releaseHold(story),
        ),
      after: releaseHold,
      end: 'cancelled',
    },
    {
      name: 'when the address of a Checkout is being kept',
      before: 'nothing',
      async bring(story) {
        await slowCall(story, '/v1/checkout/sessions', async () => send(holdIt(story)))
        const keeping = await pause(
          story,
          `select from payments where booking_id in (
            select bookings.id from bookings join users on users.id = student_id where username = $1) for update`,
          story.studentName,
        )
        await keeping.reached()
      },
      after: payIt,
      end: 'requested',
    },
    {
      name: 'when an event is kept, and its work waits',
      before: 'held',
      async bring(story) {
        const work = await pause(story, 'select from bookings where id = $1 for update', story.id)
        await payOpenCheckout(story)
        await work.reached()
      },
      end: 'requested',
    },
    {
      name: 'when an approval is half written',
      before: 'requested',
      async bring(story) {
        const half = await pause(story, 'lock table alerts in share row exclusive mode')
        send(acceptIt(story))
        await half.reached()
      },
      after: acceptIt,
      end: 'approved',
    },
  ],
  [
    {
      name: 'when the payment provider has refunded, and its answer isn’t there yet',
      before: 'requested',
      async bring(story) {
        await hangingCall(story, { kind: 'timeout_after', path: '/v1/refunds' }, () => decline(story))
        await eventually(
          'the refund is made',
          async () => (await refundsAt(story.stack, story.id)).length === 1,
        )
      },
      after: decline,
      end: 'declined',
    },
    {
      name: 'when a refusal is half written',
      before: 'requested',
      async bring(story) {
        const half = await pause(story, 'lock table refunds in share row exclusive mode')
        send(decline(story))
        await half.reached()
      },
      after: decline,
      end: 'declined',
    },
    {
      name: 'when a payment is half applied, and the student comes back from the Checkout',
      before: 'held',
      async bring(story) {
        const half = await pause(story, 'lock table alerts in share row exclusive mode')
        await payOpenCheckout(story)
        await half.reached()
      },
      after: comeBack,
      end: 'requested',
    },
  ],
  [
    {
      name: 'when a refund’s end is being kept',
      before: 'requested',
      async bring(story) {
        await slowCall(story, '/v1/refunds', () => decline(story))
        const keeping = await pause(
          story,
          'select from refunds where payment_id = (select id from payments where booking_id = $1) for update',
          story.id,
        )
        await keeping.reached()
      },
      end: 'declined',
    },
    {
      name: 'when the Checkout of a hold that is over is ended, and the provider’s answer isn’t there yet',
      before: 'held',
      async bring(story) {
        await endHold(story)
        await hangingCall(
          story,
          { kind: 'timeout_after', path: '/v1/checkout/sessions/*/expire' },
          async () => send(settle(story)),
        )
      },
      after: settle,
      end: 'expired',
    },
    {
      name: 'when the end of a hold is half written',
      before: 'held',
      async bring(story) {
        await endHold(story)
        const half = await pause(story, 'lock table reserved_times in share row exclusive mode')
        send(settle(story))
        await half.reached()
      },
      after: settle,
      end: 'expired',
    },
    {
      name: 'when an event is being kept',
      before: 'held',
      async bring(story) {
        const keeping = await pause(story, 'lock table stripe_events in share row exclusive mode')
        await payOpenCheckout(story)
        await keeping.reached()
      },
      end: 'requested',
    },
  ],
]
