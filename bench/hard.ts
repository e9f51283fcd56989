import { parseArgs } from 'node:util'
import { runAll } from './hard/all.ts'
import { answerTargets } from './hard/answers.ts'
import { assistantTargets } from './hard/assistant.ts'
import { chatTargets } from './hard/chat.ts'
import { crashTargets } from './hard/crashes.ts'
import { dependencyTargets } from './hard/dependencies.ts'
import { faultTargets } from './hard/faults.ts'
import { ledgerTargets } from './hard/ledger.ts'
import { logTargets } from './hard/logs.ts'
import { moneyTargets } from './hard/money.ts'
import { paymentTargets } from './hard/payments.ts'
import { raceTargets } from './hard/races.ts'
import { requestTargets } from './hard/requests.ts'
import { slowTargets } from './hard/slow.ts'
import type { Run, Target } from './hard/target.ts'

/**
 * The security targets at their full figures, on the real product. `npm run hard` lists them; `npm run hard -- R-1 L-5` runs
 * some, `npm run hard -- all` every one, into the table of docs/security.md; `--share 0.1` runs a tenth, `--seed N` repeats a run.
 * Ends with 1 where one isn't kept.
 */
const targets: Record<string, Target> = {
  ...raceTargets,
  ...moneyTargets,
  ...ledgerTargets,
  ...crashTargets,
  ...paymentTargets,
  ...chatTargets,
  ...assistantTargets,
  ...answerTargets,
  ...slowTargets,
  ...faultTargets,
  ...dependencyTargets,
  ...requestTargets,
  ...logTargets,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' }, seed: { type: 'string' } },
})
const everything = positionals.length === 1 && positionals[0] === 'all'
const unknown = everything ? [] : positionals.filter(id => !targets[id])
const share = Number(values.share)
if (unknown.length > 0 || positionals.length === 0 || !(share > 0 && share <= 1)) {
  for (const [id, { asks }] of Object.entries(targets)) console.log(`${id.padEnd(6)}${asks}`)
  console.log('\nnpm run hard -- ID …|all [--share 0.1] [--seed 7]')
  if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}.`)
  process.exit(unknown.length > 0 || positionals.length > 0 ? 2 : 0)
}

const run: Run = {
  count: full => Math.max(1, Math.round(full * share)),
  seed: values.seed ? Number(values.seed) : Date.now() % 2 ** 31,
  report(finding) {
    const { what, figures, kept } = finding
    if (!kept) process.exitCode = 1
    console.log(`${kept ? 'kept  ' : 'MISSED'} ${what}: ${figures}`)
    // For whoever runs this as one of all.
    process.send?.(finding)
  },
}
console.log(`seed ${run.seed}, ${share === 1 ? 'full figures' : `${share} of the full figures`}`)
if (everything) process.exit((await runAll(targets, { share, seed: run.seed })) ? 0 : 1)
for (const id of positionals) {
  console.log(`\n${id}  ${targets[id]!.asks}`)
  const start = performance.now()
  await targets[id]!.run(run)
  console.log(`       in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}
