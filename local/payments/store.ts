import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Tables } from './tables.ts'

type Name = keyof Tables
type Entry = [table: Name, id: string, row: Tables[Name] | null]

export type Store = {
  get: <K extends Name>(table: K, id: string) => Tables[K] | undefined
  /** The oldest first. */
  all: <K extends Name>(table: K) => Tables[K][]
  /** Rows are never changed in place: events and answers keep the object as it was. */
  put: <K extends Name>(table: K, row: Tables[K]) => Tables[K]
  remove: (table: Name, id: string) => void
  /** All or nothing: if it throws, nothing happens. An answer is reliable: the disk has the change first. */
  change: <T>(work: () => T) => T
  clear: () => void
}

/**
 * The stand-in's memory. With a file, each change is one line appended in one write, so that a process killed
 * at any moment has each change completely or not at all; opening rewrites the file without replaced rows.
 */
export function openStore(file?: string): Store {
  const tables = new Map<Name, Map<string, Tables[Name]>>()
  let undo: (() => void)[] | null = null
  let written = new Map<string, Entry>()

  const tableOf = (name: Name) => {
    const table = tables.get(name) ?? new Map<string, Tables[Name]>()
    tables.set(name, table)
    return table
  }
  const set = (name: Name, id: string, row: Tables[Name] | null) => {
    if (row) tableOf(name).set(id, row)
    else tableOf(name).delete(id)
  }
  const entries = () =>
    [...tables].flatMap(([name, table]) => [...table].map(([id, row]): Entry => [name, id, row]))
  const rewrite = () => {
    if (!file) return
    const part = `${file}.part`
    writeFileSync(
      part,
      entries()
        .map(entry => `${JSON.stringify([entry])}\n`)
        .join(''),
      { mode: 0o600 },
    )
    renameSync(part, file)
  }
  const write = (name: Name, id: string, row: Tables[Name] | null) => {
    if (!undo) throw new Error('The store changes only inside change()')
    const before = tableOf(name).get(id) ?? null
    undo.push(() => set(name, id, before))
    written.set(`${name}:${id}`, [name, id, row])
    set(name, id, row)
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    for (const line of readLines(file)) for (const [name, id, row] of line) set(name, id, row)
    rewrite()
  }

  return {
    get: <K extends Name>(name: K, id: string) => tableOf(name).get(id) as Tables[K] | undefined,
    all: <K extends Name>(name: K) => [...tableOf(name).values()] as Tables[K][],
    put(name, row) {
      write(name, row.id, row)
      return row
    },
    remove: (name, id) => write(name, id, null),
    change(work) {
      if (undo) return work()
      undo = []
      written = new Map()
      try {
        const result = work()
        if (file && written.size > 0) append(file, [...written.values()])
        return result
      } catch (error) {
        for (const step of undo.reverse()) step()
        throw error
      } finally {
        undo = null
      }
    },
    clear() {
      tables.clear()
      rewrite()
    },
  }
}

/** Adds a change as one line, or nothing: a full disk takes half of it, and the next change would follow on the same line. */
function append(file: string, change: Entry[]): void {
  const { size } = statSync(file)
  try {
    appendFileSync(file, `${JSON.stringify(change)}\n`)
  } catch (error) {
    truncateSync(file, size)
    throw error
  }
}

/** The changes in a file; an unfinished last line from a killed process is ignored. */
function readLines(file: string): Entry[][] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map(line => JSON.parse(line) as Entry[])
}
