import { isDeepStrictEqual } from 'node:util'
import { runSequences } from '../../test/money/run.ts'
import { onStack } from '../lib/stack.ts'
import type { Target } from '../lib/target.ts'

export const moneyTargets: Record<string, Target> = {
  'L-5': {
    asks: '10,000 random sequences of up to 60 of what can happen to money: everyone has what a simple model says',
    run: ({ count, seed, report }) =>
      onStack({ PLATFORM_FEE_PERCENT: '7.25' }, async stack => {
        const sequences = count(10_000)
        let agree = 0
        await runSequences(stack, { sequences, longest: 60, seed }, ({ said, due, findings }) => {
          if (findings.length > 0 || !isDeepStrictEqual(said, due)) {
            throw new Error(JSON.stringify({ said, due, findings }))
          }
          agree++
        })
        report({ what: 'sequences', figures: `${agree} of ${sequences} agree`, kept: agree === sequences })
      }),
  },
}
