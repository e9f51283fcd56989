import { join } from 'node:path'
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
import { isKept, runTargets } from './lib/run-targets.ts'
import type { Target } from './lib/target.ts'
import { figuresOf, wordsOfRun, writeTable } from './lib/target-table.ts'

/** The promises of docs/security.md at their full figures, on the real product (bench/lib/run-targets.ts). */
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

await runTargets({
  name: 'hard',
  file: 'bench/hard.ts',
  targets,
  write: (ended, { share, seed }) =>
    writeTable({
      page: join(import.meta.dirname, '../docs/security.md'),
      name: 'hard',
      words:
        'Each row says when it was run, at which share of the full figures and on which machine. A small share tries the same with ' +
        'fewer people or less data: it shows that nothing is wrong, not that the full figures are kept.',
      head: ['Id', 'What is tried', 'Figure', 'Verdict', 'Run'],
      rows: ended.map(one => [
        one.id,
        targets[one.id]!.asks,
        figuresOf(one),
        isKept(one) ? 'kept' : 'MISSED',
        `${wordsOfRun(share)}, seed ${seed}`,
      ]),
      order: Object.keys(targets),
    }),
})
