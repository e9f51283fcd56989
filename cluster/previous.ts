import { execFile } from 'node:child_process'
import { readFile, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ourRoot = resolve(import.meta.dirname, '..')

/** A version of Ignite from the repository's history, in a folder of its own. */
export type Previous = {
  root: string
  /** Makes its tables, as our `makeTemplate` makes ours. */
  makeTemplate(postgresUrl: string): Promise<void>
  remove(): Promise<void>
}

/** Checks out a revision, or the release before this commit, and builds its client. It runs with the packages of its own lock file. */
export async function checkOut(revision?: string): Promise<Previous> {
  const root = join(ourRoot, '.tmp/previous')
  const git = async (...args: string[]) => (await run('git', args, { cwd: ourRoot })).stdout.trim()
  // A commit that is a release itself isn't meant.
  const old = revision ?? (await git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD~1'))
  const remove = async () => {
    await rm(root, { recursive: true, force: true })
    await git('worktree', 'prune')
  }
  await remove()
  await git('worktree', 'add', '--detach', root, old)
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8')
  if ((await lock(root)) === (await lock(ourRoot)))
    await symlink(join(ourRoot, 'node_modules'), join(root, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root })
  const call = async (name: string, file: string, ...args: string[]) => {
    const code = `import { ${name} } from '${file}'; await ${name}(...process.argv.slice(1))`
    await run(process.execPath, ['--input-type=module', '--eval', code, ...args], { cwd: root })
  }
  await call('ensureClient', './local/client.ts')
  return {
    root,
    makeTemplate: postgresUrl => call('makeTemplate', './test/harness/databases.ts', postgresUrl),
    remove,
  }
}
