import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of a folder store's objects. An empty object only marks a used-up link. */
export async function storedObjects(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names: string[] = []
  for (const { parentPath, name } of entries.filter(entry => entry.isFile())) {
    const found = await stat(join(parentPath, name)).catch(() => null)
    if (found && found.size > 0) names.push(name)
  }
  return names.sort()
}
