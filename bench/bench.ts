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
import { figuresOf, wordsOfRun, writeTable } from './lib/target-table.ts'
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
const nameOf = (id: string) => Object.entries(aliases).find(([, other]) => other === id)?.[0] ?? id

await runTargets({
  name: 'bench',
  file: 'bench/bench.ts',
  targets,
  aliases,
  write: (ended, { share }) =>
    writeTable({
      page: join(import.meta.dirname, '../docs/performance.md'),
      name: 'bench',
      words: 'Each row says when it was run, at which share of the full figures and on which machine.',
      head: ['Id', 'Promise', 'Reference', 'Figure', 'Verdict', 'Command', 'Run'],
      rows: ended.map(one => [
        one.id,
        targets[one.id]!.asks,
        targets[one.id]!.reference,
        figuresOf(one),
        isKept(one) ? 'kept' : 'MISSED',
        `\`npm run bench -- ${nameOf(one.id)}\``,
        wordsOfRun(share),
      ]),
      order: Object.keys(targets),
    }),
})
