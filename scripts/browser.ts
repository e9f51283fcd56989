import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'

const playwrightCli = resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
const isRoot = process.getuid?.() === 0

/**
 * A Chromium that runs here: the machine's own, else Playwright's, which is downloaded when absent, else Debian's
 * package, which only root may install. Throws with what was tried when there is none.
 */
export async function findBrowser(): Promise<string> {
  const asked = process.env.CHROME_PATH
  if (asked) {
    if (await runs(asked)) return asked
    throw new Error(`CHROME_PATH is ${asked}, which does not run.`)
  }
  const present = (await onMachine()) ?? (await fromPlaywright())
  if (present) return present
  say('No Chromium here: downloading Playwright’s …')
  await attempt(process.execPath, [playwrightCli, 'install', 'chromium'])
  if (isRoot && existsSync(chromium.executablePath()) && !(await fromPlaywright())) {
    say('It lacks libraries of the system: installing them …')
    await attempt(process.execPath, [playwrightCli, 'install-deps', 'chromium'])
  }
  const downloaded = await fromPlaywright()
  if (downloaded) return downloaded
  if (isRoot && (await attempt('apt-get', ['--version']))) {
    say('That did not work: installing the chromium package …')
    await attempt('apt-get', ['update', '-q'])
    await attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
    const installed = await onMachine()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need a Chromium: none was found on the path, Playwright’s could not be downloaded or does not run' +
      `${isRoot ? ', and apt-get could not install one' : ''}. Install one, or set CHROME_PATH to its program.`,
  )
}

async function onMachine(): Promise<string | undefined> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(':').filter(folder => folder !== '')
  const programs = names.flatMap(name => folders.map(folder => join(folder, name)))
  const applications = ['Chromium', 'Google Chrome'].map(
    name => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  for (const program of [...programs, ...applications])
    if (existsSync(program) && (await runs(program))) return program
}

async function fromPlaywright(): Promise<string | undefined> {
  const program = chromium.executablePath()
  return existsSync(program) && (await runs(program)) ? program : undefined
}

/** Also false for a browser whose libraries are missing, and for the placeholder some distributions install. */
function runs(program: string): Promise<boolean> {
  return new Promise(resolve =>
    execFile(program, ['--version'], { timeout: 20_000 }, (error, said) =>
      resolve(!error && /chrom/i.test(said)),
    ),
  )
}

function attempt(program: string, args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000, env })
  return new Promise(resolve => {
    child.on('error', () => resolve(false)).on('close', code => resolve(code === 0))
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
