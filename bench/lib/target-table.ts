import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Ended } from './run-targets.ts'

type Table = {
  /** The file that holds it between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
  page: string
  name: string
  /** Above it. */
  words: string
  head: string[]
  /** The rows to write, and the first cells of all rows in their order. Other rows stay as they are. */
  rows: string[][]
  order: string[]
}

/** Writes rows into a page's table and formats the page. A row is found by its first cell. */
export function writeTable({ page, name, words, head, rows, order }: Table): void {
  const [before, old, after] = between(page, name)
  const lines = new Map(
    old.split('\n').flatMap(line => {
      const [, id] = /^\| (\S+) +\|/.exec(line) ?? []
      return id && order.includes(id) ? [[id, line] as const] : []
    }),
  )
  for (const row of rows) lines.set(row[0]!, lineOf(row))
  const sorted = order.flatMap(id => lines.get(id) ?? [])
  const table = [lineOf(head), lineOf(head.map(() => '-')), ...sorted]
  writeFileSync(page, `${before}${words}\n\n${table.join('\n')}${after}`)
  spawnSync('biome', ['format', '--write', page])
}

function lineOf(cells: string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** A page up to a mark, what is between the marks, and the rest. */
function between(page: string, name: string): [string, string, string] {
  const marks = { begin: `<!-- ${name}:begin -->\n\n`, end: `\n\n<!-- ${name}:end -->` }
  const text = readFileSync(page, 'utf8')
  const [begin, end] = [text.indexOf(marks.begin), text.indexOf(marks.end)]
  if (begin < 0 || end < begin)
    throw new Error(`${page} has no place for the table: ${marks.begin} … ${marks.end}`)
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
