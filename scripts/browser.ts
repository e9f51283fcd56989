import { spawnSync } from 'node:child_process'
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
    if (runs(asked)) return asked
    throw new Error(`CHROME_PATH is ${asked}, which does not run.`)
  }
  const present = onMachine() ?? fromPlaywright()
  if (present) return present
  say('No Chromium here: downloading Playwright’s …')
  attempt(process.execPath, [playwrightCli, 'install', 'chromium'])
  if (isRoot && existsSync(chromium.executablePath()) && !fromPlaywright()) {
    say('It lacks libraries of the system: installing them …')
    attempt(process.execPath, [playwrightCli, 'install-deps', 'chromium'])
  }
  const downloaded = fromPlaywright()
  if (downloaded) return downloaded
  if (isRoot && attempt('apt-get', ['--version'])) {
    say('That did not work: installing the chromium package …')
    attempt('apt-get', ['update', '-q'])
    attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
    const installed = onMachine()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need a Chromium: none was found on the path, Playwright’s could not be downloaded or does not run' +
      `${isRoot ? ', and apt-get could not install one' : ''}. Install one, or set CHROME_PATH to its program.`,
  )
}

function onMachine(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(':').filter(folder => folder !== '')
  const programs = names.flatMap(name => folders.map(folder => join(folder, name)))
  const applications = ['Chromium', 'Google Chrome'].map(
    name => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  return [...programs, ...applications].find(program => existsSync(program) && runs(program))
}

function fromPlaywright(): string | undefined {
  const program = chromium.executablePath()
  return existsSync(program) && runs(program) ? program : undefined
}

/** Also false for a browser whose libraries are missing, and for the placeholder some distributions install. */
function runs(program: string): boolean {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /chrom/i.test(stdout)
}

function attempt(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000, env }).status === 0
  )
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
