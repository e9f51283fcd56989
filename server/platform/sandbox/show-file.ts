import { link } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A file's path, or a function that fetches the file to a path. A job fetches when its turn has come: the files of all who wait could
 * fill the disk.
 */
export type FileSource = string | ((path: string) => Promise<void>)

/**
 * Shows a file to a process, under a name of ours in the process's folder, and answers its path there. A file that is here is linked,
 * since it may be large.
 */
export async function showFile(source: FileSource, folder: string, name = 'file'): Promise<string> {
  const shown = join(folder, 'in', name)
  await (typeof source === 'string' ? link(source, shown) : source(shown))
  return shown
}
