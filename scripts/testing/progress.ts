import { stripVTControlCharacters } from 'node:util'
import type { TestEvent } from './events.ts'
import type { Listener } from './runners.ts'

/** Without a terminal, as in CI, prints a progress line this often. */
const everyMs = { terminal: 250, log: 30_000 }

type Part = { name: string; begun: number; done: number; of: number; failed: number }

/**
 * The result of one check. Tests are named by file and sentence, failed ones with the first lines of their error below. `fault`: what
 * a runner last said that ended with an error and without a failed test.
 */
export type Result = {
  passed: number
  failed: string[]
  skipped: string[]
  fault?: string
  tookMs: number
}

type Hearing = {
  part: Part
  result: Result
  /** The last lines of its output, unless they are `heard`: printed as they come. */
  lastSaid: string[]
  heard: boolean
}

const keptLines = 40

/** The status line of `npm test` under its output: what is running, how far, and for how long. */
export function openProgress() {
  const begun = performance.now()
  const parts = new Set<Part>()
  const secondsOf = new Map<string, number>()
  const { isTTY, columns = 120 } = process.stdout
  let shown = ''

  const clear = () => {
    if (isTTY && shown) process.stdout.write('\r\x1b[2K')
  }
  const show = () => {
    shown = [...parts].map(lineOf).join(' · ')
    if (!shown) return
    const text = `${spent(performance.now() - begun)}  ${shown}`
    process.stdout.write(isTTY ? `\r\x1b[2K${text.slice(0, columns - 1)}` : `${text}\n`)
  }
  const timer = setInterval(show, isTTY ? everyMs.terminal : everyMs.log)

  function say(text: string): void {
    clear()
    process.stdout.write(`${text}\n`)
    if (isTTY) show()
  }

  /** Counts a runner's messages, and prints failures as they come. */
  function listen({ part, result, lastSaid, heard }: Hearing): Listener {
    const fail = (what: string, error: string, command: string) => {
      part.failed++
      const lines = indented(error)
      result.failed.push([what, ...lines.filter(line => line.trim()).slice(0, 4)].join('\n      '))
      say(`\n✗ ${what}\n${lines.join('\n')}\n  Alone: ${command}\n`)
    }
    return {
      event(event: TestEvent) {
        if (event.type === 'progress') Object.assign(part, { done: event.done, of: event.of })
        else if (event.type === 'file')
          secondsOf.set(event.file, (secondsOf.get(event.file) ?? 0) + event.seconds)
        else if (event.type === 'error') fail(event.what, event.error, `npm test -- ${event.what}`)
        else if (event.state === 'passed') result.passed++
        else if (event.state === 'skipped') result.skipped.push(`${event.file} › ${event.name}`)
        else
          fail(
            `${event.file} › ${event.name}`,
            event.error ?? '',
            `npm test -- ${event.file} ${quoted(event.name)}`,
          )
      },
      said(line: string) {
        if (heard) say(line)
        else lastSaid.push(line)
        if (lastSaid.length > keptLines) lastSaid.shift()
      },
    }
  }

  return {
    say,
    /** Runs a runner to its end as a part of the status line. `heard`: what it prints is shown as it comes. */
    async follow(
      name: string,
      work: (listener: Listener) => Promise<number>,
      { heard = false } = {},
    ): Promise<Result> {
      const part = { name, begun: performance.now(), done: 0, of: 0, failed: 0 }
      const result: Result = { passed: 0, failed: [], skipped: [], tookMs: 0 }
      const lastSaid: string[] = []
      parts.add(part)
      let code = 1
      try {
        code = await work(listen({ part, result, lastSaid, heard }))
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
      if (code !== 0 && result.failed.length === 0) result.fault = lastSaid.join('\n')
      clear()
      parts.delete(part)
      result.tookMs = performance.now() - part.begun
      return result
    },
    /** The slowest files, in seconds. */
    slowest(count: number): [string, number][] {
      return [...secondsOf].sort(([, one], [, other]) => other - one).slice(0, count)
    },
    close(): void {
      clearInterval(timer)
      clear()
    },
  }
}

function lineOf({ name, begun, done, of, failed }: Part): string {
  const took = performance.now() - begun
  const counted = of > 0 ? ` ${done} of ${of}` : ''
  // The first few are too few to estimate a speed.
  const left = of > 0 && done / of > 0.1 ? `, about ${spent((took / done) * (of - done))} left` : ''
  return `${name}${counted}${left}${failed > 0 ? `, ${failed} FAILED` : ''}`
}

/** Milliseconds as '3:07'. */
export function spent(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Without colors, which look like codes in a log, and without the runner's own stack frames. */
function indented(error: string): string[] {
  const lines = stripVTControlCharacters(error).split('\n')
  return lines.filter(line => !/^\s+at .*(node_modules|node:)/.test(line)).map(line => `  ${line}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
