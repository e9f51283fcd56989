import { readdir, readFile } from 'node:fs/promises'

type ProcessMemory = { pid: number; command: string; bytes: number }

/**
 * The memory of a process and all its descendants, the largest first. Shared pages count in parts, so that
 * the sum is what would be free without them. Linux only; other users' processes are visible only to root.
 */
export async function proportionalMemory(
  root: number,
): Promise<{ total: number; processes: ProcessMemory[] }> {
  const pids = await familyOf(root)
  const found = await Promise.all(pids.map(pid => memoryOf(pid).catch(ifEnded)))
  const processes = found.filter(one => one !== null).sort((a, b) => b.bytes - a.bytes)
  return { total: processes.reduce((sum, { bytes }) => sum + bytes, 0), processes }
}

/**
 * A process with its children, theirs, and so on: PostgreSQL runs in another group and as another user, but
 * is a child.
 */
async function familyOf(root: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const childrenOf = new Map<number, number[]>()
  for (const pid of all) {
    const parent = await parentOf(pid).catch(ifEnded)
    if (parent !== null) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid])
  }
  const family = [root]
  for (const pid of family) family.push(...(childrenOf.get(pid) ?? []))
  return family
}

async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The command is in parentheses and may contain any character.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

async function memoryOf(pid: number): Promise<ProcessMemory> {
  const [rollup, command] = await Promise.all([
    readFile(`/proc/${pid}/smaps_rollup`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ])
  const kibibytes = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1])
  return { pid, command: command.replaceAll('\0', ' ').trim(), bytes: kibibytes * 1024 }
}

function ifEnded(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return null
  throw error
}

if (import.meta.main) {
  const { total, processes } = await proportionalMemory(Number(process.argv[2]))
  const line = (bytes: number, text: string) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${text}\n`
  for (const { pid, command, bytes } of processes)
    process.stdout.write(line(bytes, `${pid} ${command.slice(0, 90)}`))
  process.stdout.write(line(total, 'in all'))
}
