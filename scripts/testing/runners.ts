import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Choice } from './choose.ts'
import type { TestEvent } from './events.ts'

const root = resolve(import.meta.dirname, '../..')

export type Listener = {
  event(event: TestEvent): void
  /** A line that a test or a runner printed. */
  said(line: string): void
}

/** Runs the chosen unit and API tests in the seed's order. Resolves with the runner's exit code. */
export function runUnitTests({ files, sentence }: Choice, seed: number, listener: Listener): Promise<number> {
  const args = ['run', ...files, `--sequence.seed=${seed}`, `--reporter=${reporter('report-unit-tests.ts')}`]
  if (sentence) args.push('--testNamePattern', escaped(sentence))
  return run('vitest/vitest.mjs', args, { NODE_ENV: 'test' }, listener)
}

/** The same for the browser tests; `browser` is the executable. */
export function runBrowserTests(
  browser: string,
  { files, sentence, width }: Choice,
  seed: number,
  listener: Listener,
): Promise<number> {
  const args = [
    'test',
    ...files.map(escaped),
    `--shuffle=${seed}`,
    `--reporter=${reporter('report-browser-tests.ts')}`,
  ]
  // Another file, or one of the unit tests, may have the sentence.
  if (sentence) args.push('--grep', escaped(sentence), '--pass-with-no-tests')
  if (width) args.push('--project', width)
  return run('@playwright/test/cli.js', args, { NODE_ENV: 'test', CHROME_PATH: browser }, listener)
}

/** Runs one of npm's tools, or one of our scripts. Resolves with its exit code. */
export function run(
  path: string,
  args: string[],
  env: Record<string, string>,
  { event, said }: Listener,
): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.on('message', message => event(message as TestEvent))
  for (const stream of [child.stdout!, child.stderr!]) createInterface({ input: stream }).on('line', said)
  const end = () => child.kill('SIGTERM')
  const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  const interrupted = () => {
    end()
    child.once('exit', () => process.exit(130))
  }
  for (const signal of ends) process.once(signal, interrupted)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // Once all of its output has been read.
    child.once('close', code => {
      for (const signal of ends) process.off(signal, interrupted)
      resolve(code ?? 1)
    })
  })
}

const reporter = (file: string) => join(import.meta.dirname, file)

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
