import { link } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Shows a file to a process, under a name of ours in the process's folder, and answers its path there. It is a link, since the file may
 * be large.
 */
export async function showFile(path: string, folder: string, name = 'file'): Promise<string> {
  const shown = join(folder, 'in', name)
  await link(path, shown)
  return shown
}
