import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { FolderInUse, type Lock, takeLock } from './lock.ts'
import { StartError } from './settings.ts'

const root = resolve(import.meta.dirname, '..')
const built = join(root, 'dist/web')

/**
 * Builds the client into dist/web unless the one there was built from the same sources. Returns whether it
 * built. Builds beside the folder and moves the result in, so that neither an interruption nor a second start
 * leaves half a client. Of two starts at once, one builds and the other waits for it.
 */
export async function ensureClient(): Promise<boolean> {
  const lock = await lockBuild()
  try {
    return await buildIfChanged()
  } finally {
    lock.release()
  }
}

async function lockBuild(): Promise<Lock> {
  for (;;) {
    try {
      return takeLock(join(root, 'dist'))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
    await setTimeout(200)
  }
}

async function buildIfChanged(): Promise<boolean> {
  const sources = hashOfSources()
  const stamp = join(built, '.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const draft = join(root, `dist/web-${process.pid}`)
  try {
    await viteBuild(draft)
    writeFileSync(join(draft, '.sources'), sources)
    const old = `${draft}-old`
    if (existsSync(built)) renameSync(built, old)
    renameSync(draft, built)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return true
}

function hashOfSources(): string {
  const files = globSync(
    ['web/**/*', 'shared/**/*', 'scripts/build/*.ts', 'vite.config.ts', 'package-lock.json'],
    {
      cwd: root,
      withFileTypes: true,
      // The build itself writes the route tree.
      exclude: entry => /\.(gen|test)\.tsx?$/.test(entry.name),
    },
  )
  const hash = createHash('sha256')
  const paths = files.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  for (const path of paths.sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** In a separate process: the bundler's memory should not stay with the server that starts next. */
async function viteBuild(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true })
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--logLevel', 'warn'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const stop = () => vite.kill()
  process.on('exit', stop)
  const ended = new Promise<number | null>((resolve, reject) => vite.on('error', reject).on('close', resolve))
  const [code, out, err] = await Promise.all([ended, text(vite.stdout), text(vite.stderr)])
  process.off('exit', stop)
  if (code !== 0) throw new StartError(`The client could not be built:\n${out}${err}`)
}
