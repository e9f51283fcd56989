/**
 * `npm run lock`, after installing a package: adds to package-lock.json the builds for other systems that the
 * registry lacked when the lock was written. npm silently leaves those out, and `npm ci` then refuses the
 * lock file on every system. Without our own checksum, such a build is trusted as the registry has it. With
 * `--verify` it only fails if some are missing.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Locked = {
  version?: string
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

const file = resolve(import.meta.dirname, '../package-lock.json')
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(file, 'utf8'))

let added = 0
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (found(path, name)?.version === version) continue
    const target = targetOf(name)
    if (!target || !/^\d/.test(version)) continue
    lock.packages[`${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`] = inNpmsOrder({
      version,
      ...target,
      ...(dev ? { dev } : {}),
      optional: true,
    })
    added++
  }
}
const verify = process.argv.includes('--verify')
if (added > 0 && !verify) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
if (added > 0) {
  process.stdout.write(
    verify
      ? `package-lock.json lacks ${added} builds for other systems: npm ci refuses it. Run \`npm run lock\`.\n`
      : `${added} builds for other systems added to package-lock.json\n`,
  )
  if (verify) process.exitCode = 1
}

function inNpmsOrder({ version, ...others }: Locked): Locked {
  return { version, ...Object.fromEntries(Object.entries(others).sort()) }
}

/** What Node would find from there: in the folder's own node_modules, or in a parent's. */
function found(path: string, name: string): Locked | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const here = lock.packages[`${folder}${folder ? '/' : ''}node_modules/${name}`]
    if (here || !folder) return here
  }
}

/** The system of such a package, which by custom its name contains. */
function targetOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const os = /android|darwin|freebsd|linux|openharmony|win32|wasm32/.exec(name)?.[0]
  const cpu = /x64|arm64|arm(?=[-e]|$)|ia32|ppc64|riscv64|s390x|loong64|wasm32/.exec(name)?.[0]
  if (!os || !cpu) return undefined
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' ? 'glibc' : undefined
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), ...(os === 'wasm32' ? {} : { os: [os] }) }
}
