import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Ended } from './run-targets.ts'

type Run = {
  id: string
  asks: string
  /** What is known of it, by name; nothing for what is "–". */
  facts: Record<string, string>
}

type List = {
  /** The file that holds it between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
  page: string
  name: string
  /** The run to write, and the ids of all in their order. Others stay as they are. */
  run: Run
  order: string[]
}

/** Writes a target's run into a page's list. Not a table: its columns would be as wide as the longest figures. */
export function writeRun({ page, name, run, order }: List): void {
  const [before, old, after] = between(page, name)
  const items = new Map(
    old.split(/\n(?=- )/).flatMap(item => {
      const [, id] = /^- \*\*(\S+)\*\* /.exec(item) ?? []
      return id && order.includes(id) ? [[id, item] as const] : []
    }),
  )
  items.set(run.id, itemOf(run))
  const sorted = order.flatMap(id => items.get(id) ?? [])
  writeFileSync(page, `${before}${sorted.join('\n')}${after}`)
}

function itemOf({ id, asks, facts }: Run): string {
  const known = Object.entries(facts)
    .filter(([, words]) => words !== '–')
    .map(([name, words]) => `  - ${name}: ${words.replaceAll('\n', ' ')}`)
  return [`- **${id}** ${asks}`, ...known].join('\n')
}

/** A page up to a mark, what is between the marks, and the rest. */
function between(page: string, name: string): [string, string, string] {
  const marks = { begin: `<!-- ${name}:begin -->\n\n`, end: `\n\n<!-- ${name}:end -->` }
  const text = readFileSync(page, 'utf8')
  const [begin, end] = [text.indexOf(marks.begin), text.indexOf(marks.end)]
  if (begin < 0 || end < begin)
    throw new Error(`${page} has no place for the runs: ${marks.begin} … ${marks.end}`)
  const from = begin + marks.begin.length
  return [text.slice(0, from), text.slice(from, end), text.slice(end)]
}

/** What was found of a target, in words. */
export function figuresOf({ findings, fault }: Ended): string {
  return [
    ...findings.map(({ what, figures, kept }) => `${kept ? '' : '**missed** '}${what}: ${figures}`),
    ...(fault ? [`**missed** ${fault}`] : []),
  ].join('; ')
}

/**
 * When a row was found, at which share of the full figures and on which machine. Bounds of time are for about one program a processor,
 * as each has had to run for a quarter of an hour.
 */
export function wordsOfRun(share: number): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const processors = availableParallelism()
  const load = (loadavg()[2]! / processors).toFixed(1)
  const machine = `${processors} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${gigabytes} GB, ${load} programs a processor`
  return `${Temporal.Now.plainDateISO('UTC')}, share ${share}, ${machine}`
}
