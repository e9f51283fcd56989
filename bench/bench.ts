import { join } from 'node:path'
import { assistantTargets } from './assistant.ts'
import { checkoutTargets } from './checkout.ts'
import { commandTargets } from './commands.ts'
import { commitTargets } from './commits.ts'
import { demoTargets } from './demo-world.ts'
import { feedTargets } from './feed.ts'
import { firstLoadTargets } from './first-load.ts'
import { firstSightTargets } from './first-sight.ts'
import { interactionTargets } from './interaction.ts'
import { isKept, runTargets } from './lib/run-targets.ts'
import type { Measured } from './lib/target.ts'
import { figuresOf, wordsOfRun, writeRun } from './lib/write-run.ts'
import { liveTargets } from './live.ts'
import { pageTargets } from './pages.ts'
import { readerTargets } from './reader.ts'
import { searchTargets } from './search.ts'
import { slotTargets } from './slots.ts'
import { startTargets } from './start.ts'
import { suggestionTargets } from './suggestions.ts'
import { tutorTargets } from './tutors.ts'

/** The promises of docs/performance.md, each with its reference in the same run (bench/lib/run-targets.ts). */
const targets: Record<string, Measured> = Object.fromEntries(
  Object.entries({
    ...feedTargets,
    ...searchTargets,
    ...suggestionTargets,
    ...commandTargets,
    ...slotTargets,
    ...tutorTargets,
    ...liveTargets,
    ...readerTargets,
    ...assistantTargets,
    ...firstLoadTargets,
    ...pageTargets,
    ...interactionTargets,
    ...firstSightTargets,
    ...demoTargets,
    ...startTargets,
    ...checkoutTargets,
    ...commitTargets,
  }).sort(([a], [b]) => a.localeCompare(b)),
)

/** By names that say more. */
const aliases = { pages: 'W2' }

await runTargets({
  name: 'bench',
  file: 'bench/bench.ts',
  targets,
  aliases,
  write: (ended, { share }) =>
    writeRun({
      page: join(import.meta.dirname, '../docs/performance.md'),
      name: 'bench',
      run: {
        id: ended.id,
        asks: targets[ended.id]!.asks,
        facts: {
          'Compared with': targets[ended.id]!.reference,
          [isKept(ended) ? 'Kept' : 'MISSED']: figuresOf(ended),
          Run: wordsOfRun(share),
        },
      },
      order: Object.keys(targets),
    }),
})
