import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages, mayInstall } from '../test/harness/programs.ts'

const playwrightCli = resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
const isRoot = process.getuid?.() === 0

/** Chromium without windows. It does the same work in a third of the full browser's processor time. */
const shell = 'chromium-headless-shell'

/**
 * A Chromium that runs here: the one without windows, which root installs from Debian's package if it is missing, or
 * any other on this machine, or Playwright's, which is downloaded. If there is none, throws with the list of attempts.
 */
export async function findBrowser(): Promise<string> {
  const asked = process.env.CHROME_PATH
  if (asked) {
    if (await runs(asked)) return asked
    throw new Error(`CHROME_PATH is ${asked}, which does not run.`)
  }
  const present =
    (await onMachine([shell])) ??
    (await fromDebian()) ??
    (await onMachine(others)) ??
    (await fromPlaywright())
  if (present) return present
  say('No Chromium here: downloading Playwright’s …')
  await attempt(process.execPath, [playwrightCli, 'install', 'chromium'])
  if (isRoot && existsSync(chromium.executablePath()) && !(await fromPlaywright())) {
    say('It lacks libraries of the system: installing them …')
    await attempt(process.execPath, [playwrightCli, 'install-deps', 'chromium'])
  }
  const downloaded = await fromPlaywright()
  if (downloaded) return downloaded
  throw new Error(
    'The browser tests need a Chromium: none was found on the path, and Playwright’s could not be downloaded or does not run' +
      `${isRoot ? ', and apt-get could not install one' : ''}. Install one, or set CHROME_PATH to its program.`,
  )
}

async function fromDebian(): Promise<string | undefined> {
  if (!(await mayInstall())) return
  say(`Installing the ${shell} package …`)
  await installPackages([shell])
  return onMachine([shell])
}

const others = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

async function onMachine(names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(':').filter(folder => folder !== '')
  const programs = names.flatMap(name => folders.map(folder => join(folder, name)))
  const applications = (names === others ? ['Chromium', 'Google Chrome'] : []).map(
    name => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  for (const program of [...programs, ...applications])
    if (existsSync(program) && (await runs(program))) return program
}

async function fromPlaywright(): Promise<string | undefined> {
  const program = chromium.executablePath()
  return existsSync(program) && (await runs(program)) ? program : undefined
}

/**
 * Also false for a browser whose libraries are missing, and for the placeholder that some distributions
 * install.
 */
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
