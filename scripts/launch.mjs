// The entry point, for any Node ≥ 20 with npm: installs what package-lock.json lists, then hands over to the
// Node 26 that it contains.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const entries = {
  start: ['local/start.ts'],
  dev: ['local/start.ts', '--dev'],
  test: ['scripts/test.ts'],
  check: ['scripts/test.ts', '--check'],
  flakes: ['scripts/flakes.ts'],
  seed: ['scripts/seed.ts'],
  settings: ['scripts/settings.ts'],
  shots: ['scripts/shots.ts'],
  webkit: ['scripts/webkit.ts'],
  catalog: ['scripts/catalog.ts'],
  ledger: ['scripts/ledger.ts'],
  hard: ['bench/hard.ts'],
  bench: ['bench/bench.ts'],
  rehearse: ['rehearsal/rehearse.ts'],
  cluster: ['cluster/cluster.ts'],
  'eval:retrieval': ['bench/retrieval.ts'],
  words: ['scripts/words.ts'],
  licenses: ['scripts/licenses.ts'],
  scale: ['scripts/scale.ts'],
  release: ['scripts/release.ts'],
  lock: ['scripts/complete-lock.ts'],
  'types:database': ['scripts/database-types.ts'],
}
const nodeMajor = 26
const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const [command = '', ...args] = process.argv.slice(2)

const entry = entries[command]
if (!entry) fail(`Usage: node scripts/launch.mjs ${Object.keys(entries).join('|')}`)
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Ignite needs Node 20 or newer to start; this is Node ${process.versions.node} (${process.execPath}).`)
}
if (process.platform === 'win32') fail('Ignite runs on Linux and macOS; on Windows, run it inside WSL.')

// npm puts node_modules/.bin first on the path. Installing must use the machine's own Node, not one that it
// replaces.
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => resolve(folder) !== join(modules, '.bin'))
  .join(delimiter)

if (!isInstalled()) install()
handOver(findNode())

/** Whether npm's record of node_modules matches package-lock.json. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, { version, optional, devOptional, peer }]) =>
        path === '' || (present[path] ? present[path].version === version : optional || devOptional || peer),
    )
  } catch {
    return false
  }
}

function install() {
  const started = Date.now()
  process.stdout.write('Installing packages (once; about a minute) … ')
  const result = run(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    root,
  )
  if (result.error || result.status !== 0) {
    process.stdout.write('\n')
    fail(
      result.error
        ? `npm could not be run (${result.error.message}). Ignite needs npm, which comes with Node.`
        : `${result.stdout}${result.stderr}\nThe packages could not be installed: npm ci failed (see above).`,
    )
  }
  process.stdout.write(`done in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

/** Node 26, which the `node` package fetches in an install script: npm may have been told to skip scripts. */
function findNode() {
  // Not node_modules/.bin/node: npm makes that link only if the install script ran before it.
  const local = join(modules, 'node', 'bin', 'node')
  if (isNode26(local)) return local
  if (isNode26(process.execPath)) return process.execPath
  const script = join(modules, 'node', 'installArchSpecificPackage.js')
  const result = existsSync(script) ? run('node', [script], join(modules, 'node')) : undefined
  if (isNode26(local)) return local
  const { stderr } = spawnSync(local, ['--version'], { encoding: 'utf8' })
  if (stderr?.includes('libatomic.so.1')) return withLibrary(local, stderr)
  return fail(
    `${result ? result.stdout + result.stderr : ''}\nNode ${nodeMajor}, which Ignite runs on, could not be installed from npm for ` +
      `${process.platform}-${process.arch}. Install Node ${nodeMajor} yourself and start Ignite with it.`,
  )
}

/** Node 26 with the library that a minimal Debian lacks: tests install it as root, others are told how. */
function withLibrary(node, complaint) {
  // npm ran install scripts with this Node, and left out the optional packages whose scripts failed. So they are installed again.
  rmSync(join(modules, '.package-lock.json'), { force: true })
  // The other packages of Debian that tests need are in test/harness/programs.ts.
  if (command === 'test' && process.getuid() === 0) {
    for (const step of [['update'], ['install', '-y', 'libatomic1']]) run('apt-get', ['-qq', ...step], root)
    if (isNode26(node)) {
      install()
      return findNode()
    }
  }
  return fail(
    `Node ${nodeMajor} from npm doesn’t start:\n${complaint}` +
      'Install that library: `apt-get install libatomic1` on Debian and Ubuntu, `dnf install libatomic` on Fedora.',
  )
}

function isNode26(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout?.startsWith(`v${nodeMajor}.`) === true
}

function run(program, programArgs, cwd) {
  return spawnSync(program, programArgs, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: machinePath },
  })
}

function handOver(node) {
  const path = [join(modules, '.bin'), dirname(node), machinePath].join(delimiter)
  // Through the channel, the child notices when this process is killed, and stops instead of running unseen.
  const child = spawn(node, [join(root, entry[0]), ...entry.slice(1), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Reuses Node's compile cache, here and in each process started from here.
    env: { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'), ...process.env, PATH: path },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => fail(`Node ${nodeMajor} could not be run: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    for (const handled of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(handled)
    process.kill(process.pid, signal)
  })
  if (process.env.npm_lifecycle_event) endWithParent()
}

/**
 * If npm is killed, it can't tell us, but our parent process changes. package.json's scripts say `exec` so
 * that our parent is npm and not a shell in between, which would also swallow npm's signals.
 */
function endWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1000).unref()
}

function fail(message) {
  process.stderr.write(`${message.trim()}\n`)
  process.exit(1)
}
