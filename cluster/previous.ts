import { execFile } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
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

/** Checks out a revision. It runs with our packages. */
export async function checkOut(revision: string): Promise<Previous> {
  const root = join(ourRoot, '.tmp/previous')
  const git = (...args: string[]) => run('git', args, { cwd: ourRoot })
  const remove = async () => {
    await git('worktree', 'remove', '--force', root).catch(() => {})
    await rm(root, { recursive: true, force: true })
  }
  await remove()
  await git('worktree', 'add', '--detach', root, revision)
  await symlink(join(ourRoot, 'node_modules'), join(root, 'node_modules'))
  return {
    root,
    async makeTemplate(postgresUrl) {
      const code = `import { makeTemplate } from './test/harness/databases.ts'; await makeTemplate(process.argv[1])`
      await run(process.execPath, ['--input-type=module', '--eval', code, postgresUrl], { cwd: root })
    },
    remove,
  }
}
