import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOwnFolder, removeAbandonedFolders } from './own-folder.ts'

test('a server’s first act removes the files of an earlier one with its number, and keeps its own', async () => {
  const earlier = join(tmpdir(), `ignite-${process.pid}-early1`)
  await mkdir(join(earlier, 'in'), { recursive: true })
  await writeFile(join(earlier, 'in', 'file'), 'Somebody’s essay.')
  await utimes(earlier, 0, 0)
  const own = await makeOwnFolder()
  onTestFinished(async () => {
    for (const path of [earlier, own]) await rm(path, { recursive: true, force: true })
  })
  await removeAbandonedFolders()
  const left = await readdir(tmpdir())
  expect(left).toContain(basename(own))
  expect(left).not.toContain(basename(earlier))
})
