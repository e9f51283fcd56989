import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Makes folders in `folder` until the path of the last is too long for Node to remove it, as a hostile process could. */
export async function tooDeep(folder: string): Promise<void> {
  const program = `
    for (let depth = 0; depth < 18; depth++) {
      fs.mkdirSync('a'.repeat(250))
      process.chdir('a'.repeat(250))
    }`
  await promisify(execFile)(process.execPath, ['-e', program], { cwd: folder })
}
