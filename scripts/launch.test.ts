import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

test('a fresh checkout is installed once, and then run with its arguments and exit code', async () => {
  const checkout = newCheckout()
  const first = await run(checkout, ['test', 'one', 'two words'])
  expect(first.said).toContain('Installing packages')
  expect(first.said).toContain('ran with ["one","two words"]')
  expect(first.code).toBe(7)
  const second = await run(checkout, ['test'])
  expect(second.said).not.toContain('Installing packages')
})

test('an install for another lock file is repeated', async () => {
  const checkout = newCheckout()
  await run(checkout, ['test'])
  writeLock(join(checkout, 'package-lock.json'), '2.0.0')
  expect((await run(checkout, ['test'])).said).toContain('Installing packages')
})

test('a failed install prints npm’s message, and nothing runs', async () => {
  const checkout = newCheckout('echo "npm error code E404" >&2; exit 1')
  const { said, code } = await run(checkout, ['test'])
  expect(code).toBe(1)
  expect(said).toContain('npm error code E404')
  expect(said).toContain('npm ci failed')
  expect(said).not.toContain('ran with')
})

test('a Node that lacks a library of the machine is named with what it lacks, and how to install it', async () => {
  const checkout = newCheckout(
    `mkdir -p node_modules/node/bin && cp package-lock.json node_modules/.package-lock.json
     printf '#!/bin/sh\\necho "node: error while loading shared libraries: libatomic.so.1" >&2; exit 127' > node_modules/node/bin/node
     chmod +x node_modules/node/bin/node`,
  )
  // The machine's own Node, which runs the launcher, isn't the one that is wanted.
  const launcher = join(checkout, 'scripts/launch.mjs')
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace('nodeMajor = 26', 'nodeMajor = 99'))
  const { said, code } = await run(checkout, ['start'])
  expect(code).toBe(1)
  expect(said).toContain('error while loading shared libraries: libatomic.so.1')
  expect(said).toContain('apt-get install libatomic1')
  // npm left out the optional packages whose install scripts needed this Node.
  expect((await run(checkout, ['start'])).said).toContain('Installing packages')
})

test('a signal reaches the running command, and the launcher exits the same way', async () => {
  const checkout = newCheckout()
  const launcher = launch(checkout, ['start'])
  await heard(launcher, 'waiting')
  launcher.kill('SIGTERM')
  expect(await heard(launcher, 'heard SIGTERM')).toBeTruthy()
  expect(await once(launcher, 'close')).toEqual([3, null])
})

test('when the launcher is killed, the command ends too', async () => {
  const checkout = newCheckout()
  const launcher = launch(checkout, ['start'])
  await heard(launcher, 'waiting')
  launcher.kill('SIGKILL')
  // Its output closes only when the last process that holds it has ended.
  await once(launcher, 'close')
  expect(existsSync(join(checkout, 'disconnected'))).toBe(true)
})

test('an unknown command names the known ones', async () => {
  const { said, code } = await run(newCheckout(), ['stat'])
  expect(code).toBe(1)
  expect(said).toMatch(/^Usage: .*start\|dev\|test/)
})

/**
 * A project small enough to install at once: npm is a script that links this Node as the `node` package
 * would.
 */
function newCheckout(npm = ''): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ignite launch ')))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['scripts', 'local', 'bin']) mkdirSync(join(folder, name))
  copyFileSync(join(import.meta.dirname, 'launch.mjs'), join(folder, 'scripts/launch.mjs'))
  writeLock(join(folder, 'package-lock.json'), '1.0.0')
  writeFileSync(
    join(folder, 'scripts/test.ts'),
    'console.log("ran with " + JSON.stringify(process.argv.slice(2))); process.exit(7)',
  )
  writeFileSync(
    join(folder, 'local/start.ts'),
    `import { writeFileSync } from 'node:fs'
     process.on('SIGTERM', () => { console.log('heard SIGTERM'); process.exit(3) })
     process.on('disconnect', () => { writeFileSync('disconnected', ''); process.exit(1) })
     console.log('waiting')`,
  )
  const install = 'mkdir -p node_modules/node/bin && cp package-lock.json node_modules/.package-lock.json'
  writeFileSync(
    join(folder, 'bin/npm'),
    `#!/bin/sh\n${npm || `${install} && ln -sf '${process.execPath}' node_modules/node/bin/node`}\n`,
  )
  chmodSync(join(folder, 'bin/npm'), 0o755)
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  return folder
}

function writeLock(file: string, version: string): void {
  writeFileSync(file, JSON.stringify({ packages: { '': {}, 'node_modules/thing': { version } } }))
}

function launch(checkout: string, args: string[]): ChildProcess {
  const launcher = spawn(process.execPath, [join(checkout, 'scripts/launch.mjs'), ...args], {
    cwd: checkout,
    env: { PATH: `${join(checkout, 'bin')}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanups.push(() => launcher.kill('SIGKILL'))
  return launcher
}

async function run(checkout: string, args: string[]): Promise<{ said: string; code: number | null }> {
  const launcher = launch(checkout, args)
  let said = ''
  launcher.stdout?.on('data', text => {
    said += text
  })
  launcher.stderr?.on('data', text => {
    said += text
  })
  const [code] = await once(launcher, 'close')
  return { said, code }
}

function heard(launcher: ChildProcess, words: string): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    launcher.stdout?.on('data', text => {
      said += text
      if (said.includes(words)) resolve(said)
    })
    launcher.once('close', () => reject(new Error(`it ended without saying "${words}": ${said}`)))
  })
}
