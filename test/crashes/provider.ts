import { controlPayments } from '../factories/bookings.ts'
import type { KillableStack } from '../harness/killable-stack.ts'

type OfBooking = { metadata: { booking_id: string } }

/** The payment provider's data. */
type Provider = {
  fault: { id: string }[]
  event: { id: string }[]
  delivery: { id: string; state: string }[]
  checkout: { session: OfBooking & { id: string; status: string } }[]
  charge: (OfBooking & { amount: number; amount_refunded: number; status: string })[]
  refund: (OfBooking & { amount: number })[]
}

export async function provider({ outside }: KillableStack): Promise<Provider> {
  const answer = await fetch(`${outside.url}/local/payments/control/state`)
  return (await answer.json()) as Provider
}

export async function refundsAt(stack: KillableStack, bookingId: string): Promise<Provider['refund']> {
  return (await provider(stack)).refund.filter(({ metadata }) => metadata.booking_id === bookingId)
}

/** Makes the provider send all events again, twice at once, until each is taken: a busy server may refuse one for the moment. */
export async function redeliver(stack: KillableStack): Promise<void> {
  const { event } = await provider(stack)
  const deliver = async (id: string): Promise<unknown> => {
    const path = `events/${id}/deliver`
    const { answers } = (await controlPayments(stack.outside, path, { copies: '2' })) as { answers: string[] }
    return answers.every(status => status === '200') ? undefined : deliver(id)
  }
  await Promise.all(event.map(({ id }) => deliver(id)))
}
