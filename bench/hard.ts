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
import { figuresOf, wordsOfRun, writeRun } from './lib/write-run.ts'

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
    writeRun({
      page: join(import.meta.dirname, '../docs/security.md'),
      name: 'hard',
      run: {
        id: ended.id,
        asks: targets[ended.id]!.asks,
        facts: {
          [isKept(ended) ? 'Kept' : 'MISSED']: figuresOf(ended),
          Run: `${wordsOfRun(share)}, seed ${seed}`,
        },
      },
      order: Object.keys(targets),
    }),
})
