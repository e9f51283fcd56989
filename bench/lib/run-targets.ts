import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { proportionalMemory } from '../../scripts/memory.ts'
import type { Finding, Run, Target } from './target.ts'

/** What became of a target. A fault is that it hung, broke or found nothing. */
export type Ended = { id: string; findings: Finding[]; fault: string | null }

export type Options = { share: number; seed: number }

type Command = {
  name: 'hard' | 'bench'
  /** The file that is run, from the root. */
  file: string
  targets: Record<string, Target>
  /** Other names of some of them. */
  aliases?: Record<string, string>
  /** Writes into a page what became of a target. */
  write: (ended: Ended, options: Options) => void
}

/** So long may one target take: what takes longer hangs. A full run of the longest takes hours, a small share minutes. */
const longestMs = (share: number) => Math.max(15, 360 * share) * 60_000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The command line of a list of targets: without words it lists them, with their names it runs some, and with `all` every one. What
 * is found goes into a page with `all` and with `--write`. `--share 0.1` runs a tenth, `--seed N` repeats a run. Ends with 1 where
 * one isn't kept.
 */
export async function runTargets(command: Command): Promise<void> {
  const { name, targets, aliases = {} } = command
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      share: { type: 'string', default: '1' },
      seed: { type: 'string' },
      write: { type: 'boolean' },
    },
  })
  const everything = positionals.length === 1 && positionals[0] === 'all'
  const asked = everything ? Object.keys(targets) : positionals.map(one => aliases[one] ?? one)
  const unknown = asked.filter(id => !targets[id])
  const share = Number(values.share)
  if (unknown.length > 0 || asked.length === 0 || !(share > 0 && share <= 1)) {
    for (const [id, { asks }] of Object.entries(targets)) console.log(`${id.padEnd(6)}${asks}`)
    console.log(`\nnpm run ${name} -- ID …|all [--write] [--share 0.1] [--seed 7]`)
    if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}.`)
    process.exit(unknown.length > 0 || positionals.length > 0 ? 2 : 0)
  }
  const seed = values.seed ? Number(values.seed) : Date.now() % 2 ** 31
  console.log(`seed ${seed}, ${share === 1 ? 'full figures' : `${share} of the full figures`}`)
  if (everything || values.write) process.exit((await runEach(command, asked, { share, seed })) ? 0 : 1)
  const run: Run = {
    count: full => Math.max(1, Math.round(full * share)),
    seed,
    report(finding) {
      const { what, figures, kept } = finding
      if (!kept) process.exitCode = 1
      console.log(`${kept ? 'kept  ' : 'MISSED'} ${what}: ${figures}`)
      // For whoever runs this as one of all.
      process.send?.(finding)
    },
  }
  for (const id of asked) {
    console.log(`\n${id}  ${targets[id]!.asks}`)
    const start = performance.now()
    await targets[id]!.run(run)
    console.log(`       in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
}

/** Runs targets, each in a process of its own. One that throws or hangs is missed, and the next one runs. Answers whether all were kept. */
async function runEach({ file, write }: Command, ids: string[], options: Options): Promise<boolean> {
  let areKept = true
  for (const id of ids) {
    const ended = { id, ...(await runOne(file, id, options)) }
    // At once: a run that is stopped has written what it knows, and the machine's load is the one that this target met.
    write(ended, options)
    areKept &&= isKept(ended)
  }
  return areKept
}

function runOne(file: string, id: string, { share, seed }: Options): Promise<Omit<Ended, 'id'>> {
  const findings: Finding[] = []
  const args = [file, id, '--share', String(share), '--seed', String(seed)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    said = `${said}${chunk}`.slice(-20_000)
  })
  child.on('message', finding => findings.push(finding as Finding))
  const giveUp = () => void endAll(child.pid!).finally(() => process.exit(130))
  for (const signal of signals) process.once(signal, giveUp)
  return new Promise(resolve => {
    let fault: string | null = null
    const minutes = longestMs(share) / 60_000
    const late = setTimeout(() => {
      fault = `it hung: no end after ${minutes} minutes`
      void endAll(child.pid!)
    }, longestMs(share))
    child.on('close', code => {
      clearTimeout(late)
      for (const signal of signals) process.off(signal, giveUp)
      if (code !== 0 && findings.every(({ kept }) => kept)) fault ??= `it broke: ${errorIn(said)}`
      if (findings.length === 0) fault ??= 'it found nothing'
      resolve({ findings, fault })
    })
  })
}

/** Ends a process with the servers, databases and browsers that it has started. */
async function endAll(pid: number): Promise<void> {
  for (const one of (await proportionalMemory(pid)).processes) {
    try {
      process.kill(one.pid, 'SIGKILL')
    } catch {
      // It has ended with another.
    }
  }
}

/** Of what a process said as it broke, the line that names the error, and rather its cause. */
function errorIn(said: string): string {
  const lines = said.split('\n').filter(line => line.trim())
  const named =
    lines.find(line => line.includes('[cause]')) ?? lines.find(line => /^\s*\w*error:/i.test(line))
  return (named ?? lines.at(-1) ?? 'it said nothing').trim().slice(0, 200)
}

/** One that broke or hung isn't kept, whatever it had found before. */
export function isKept({ findings, fault }: Ended): boolean {
  return fault === null && findings.every(({ kept }) => kept)
}
