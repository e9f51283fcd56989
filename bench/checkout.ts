import { payments } from '#shared/api/payments.ts'
import { bookingOf, weekOfTiles } from '../test/factories/bookings.ts'
import { makeTutor } from '../test/factories/tutors.ts'
import { ms } from './lib/measure.ts'
import { median } from './lib/ratio.ts'
import { onStack } from './lib/stack.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

export const checkoutTargets: Record<string, Measured> = {
  O3: {
    asks: 'From a click on booking to the Checkout address, Ignite adds ≤ 30 ms (median) to the provider’s own time',
    reference: 'the provider asked for a Checkout directly',
    run: toCheckout,
  },
}

async function toCheckout(run: Run): Promise<void> {
  await onStack({}, async stack => {
    const postId = await makeTutor(stack, await stack.signIn('tutor'), {
      ranges: ['00:00 - 00:00'],
      zone: 'UTC',
    })
    const tiles = await weekOfTiles(await stack.signIn('looker'), postId)
    const added: number[] = []
    const alone: number[] = []
    for (const [n, tile] of tiles.slice(0, Math.max(5, run.count(100))).entries()) {
      // A student may hold only a few unpaid bookings at once.
      const student = await stack.signIn(`student${n}`)
      const direct = await timed(() => askProvider(stack.url))
      const booked = await timed(async () => {
        const { status, problem } = await student.call(payments.bookSlot, { body: bookingOf(postId, tile) })
        if (status !== 200) throw new Error(`${problem.code} ${problem.detail}`)
      })
      // The first warm both up.
      if (n < 3) continue
      alone.push(direct)
      added.push(booked - direct)
    }
    const detail = `the provider takes ${ms(median(alone))}`
    bounded(run, 'ms added, median', median(added), '≤ 30', detail)
  })
}

async function askProvider(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_only_for_the_local_payments',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '4000',
      'line_items[0][price_data][product_data][name]': 'Tutoring',
      success_url: url,
    }),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
