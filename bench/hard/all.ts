import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { proportionalMemory } from '../../scripts/memory.ts'
import type { Finding, Target } from './target.ts'

const page = join(import.meta.dirname, '../../docs/security.md')
const marks = { begin: '<!-- hard:begin -->', end: '<!-- hard:end -->' }

/** So long may one target take: what takes longer hangs. A full run of the longest takes hours, a small share minutes. */
const longestMs = (share: number) => Math.max(15, 360 * share) * 60_000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Ended = { id: string; promise: string; findings: Finding[]; fault: string | null }

/**
 * Runs every target, each in a process of its own, and writes what came of it into the table of docs/security.md. One that throws
 * or hangs is missed, and the next one runs. Answers whether all were kept.
 */
export async function runAll(
  targets: Record<string, Target>,
  { share, seed }: { share: number; seed: number },
): Promise<boolean> {
  const ended: Ended[] = []
  for (const [id, { asks }] of Object.entries(targets)) {
    ended.push({ id, promise: asks, ...(await runOne(id, share, seed)) })
    // After each, so that a run which is stopped has written what it knows.
    write(ended, share, seed)
  }
  spawnSync('biome', ['format', '--write', page])
  return ended.every(isKept)
}

function runOne(id: string, share: number, seed: number): Promise<Pick<Ended, 'findings' | 'fault'>> {
  const findings: Finding[] = []
  const args = ['bench/hard.ts', id, '--share', String(share), '--seed', String(seed)]
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

function isKept({ findings, fault }: Ended): boolean {
  return fault === null && findings.every(({ kept }) => kept)
}

function write(ended: Ended[], share: number, seed: number): void {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(marks.begin)
  const [, after] = rest.split(marks.end)
  if (after === undefined)
    throw new Error(`${page} has no place for the table: ${marks.begin} … ${marks.end}`)
  const day = Temporal.Now.plainDateISO('UTC')
  const figures = ({ findings, fault }: Ended) =>
    [
      ...findings.map(({ what, figures, kept }) => `${kept ? '' : '**missed** '}${what}: ${figures}`),
      ...(fault ? [`**missed** ${fault}`] : []),
    ].join('; ')
  const rows = ended.map(one => [
    one.id,
    one.promise,
    figures(one),
    String(share),
    isKept(one) ? 'kept' : 'MISSED',
  ])
  const table = [['Id', 'What is tried', 'Figure', 'Share', 'Verdict'], ['-', '-', '-', '-', '-'], ...rows]
  const lines = table.map(
    cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  )
  const load = (loadavg()[2]! / availableParallelism()).toFixed(1)
  const run =
    `Run on ${day} with \`--share ${share} --seed ${seed}\`, on ${availableParallelism()} processors, of which each had ` +
    `${load} programs to run at its end. Bounds of time are for a machine that does nothing else, where that is about 1.`
  writeFileSync(page, `${before}${marks.begin}\n\n${run}\n\n${lines.join('\n')}\n\n${marks.end}${after}`)
}
