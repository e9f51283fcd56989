import { spawn } from 'node:child_process'
import { bounded, type Measured, type Run } from './lib/target.ts'

/** What other commands show: tests, and the rehearsal. */
export const commandTargets: Record<string, Measured> = {
  S6: {
    asks: 'A call asks the database ≤ 3 times beyond the login, however long the page; `test/rules/statements.test.ts` lists the calls that ask more often, with the reason',
    reference: '–',
    run: async run => void (await passes(run, /Tests/, 'vitest', 'run', 'test/rules/statements.test.ts')),
  },
  O4: {
    asks: 'The product of `npm start` holds ≤ 450 MB after ten minutes’ rest, by proportional set size',
    reference: '–',
    run: async run => void (await passes(run, /\S/, process.execPath, 'rehearsal/rehearse.ts', 'memory')),
  },
  Q1: {
    asks: '`npm test` takes ≤ 12 minutes on two cores and fails in none of 20 runs (`npm run flakes -- 20`)',
    reference: '–',
    run: async run => {
      const { minutes } = await passes(run, /\S/, process.execPath, 'scripts/test.ts')
      bounded(run, 'minutes', minutes, '≤ 12')
    },
  },
}

/** Runs a command that says itself whether the promise is kept; the last of its lines that fits `told` has the figures. */
async function passes(
  { report }: Run,
  told: RegExp,
  program: string,
  ...args: string[]
): Promise<{ minutes: number }> {
  const start = performance.now()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    said += chunk
  })
  const code = await new Promise(resolve => child.on('close', resolve))
  const figures = said.split('\n').findLast(line => told.test(line))
  report({ what: args.at(-1)!, figures: figures?.trim() ?? `it ended with ${code}`, kept: code === 0 })
  return { minutes: (performance.now() - start) / 60_000 }
}
