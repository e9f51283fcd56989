import { sendHostile } from '../../test/rules/hostile-requests.ts'
import { worldOn } from '../../test/rules/people.ts'
import { onStack } from '../lib/stack.ts'
import type { Target } from '../lib/target.ts'

export const requestTargets: Record<string, Target> = {
  'Z-1': {
    asks: '200,000 requests made from the contract, honest, altered and malformed: none answered by 500 or off the contract',
    run: ({ count, seed, report }) =>
      onStack({}, async stack => {
        let unhandled = 0
        const heard = () => {
          unhandled++
        }
        process.on('unhandledRejection', heard)
        const world = await worldOn(stack)
        const warmed = await sendHostile(world, { requests: count(20_000), seed })
        const before = process.memoryUsage().rss
        const { sent, refused, slowestMs, faults } = await sendHostile(world, {
          requests: count(180_000),
          seed: seed + 1,
        })
        const grown = process.memoryUsage().rss / before - 1
        process.off('unhandledRejection', heard)
        const all = [...warmed.faults, ...faults]
        for (const fault of all.slice(0, 20)) console.log(JSON.stringify(fault))
        report({
          what: `${warmed.sent + sent} requests`,
          figures:
            `${all.length} bad answers, ${unhandled} unhandled, ${warmed.refused + refused} refusals, ` +
            `slowest ${(slowestMs / 1000).toFixed(1)} s (≤ 10), memory ${(grown * 100).toFixed(0)} % more`,
          kept: all.length + unhandled === 0 && slowestMs <= 10_000,
        })
      }),
  },
}
