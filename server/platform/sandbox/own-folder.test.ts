import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { tooDeep } from '../../../test/harness/too-deep.ts'
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

test('a folder that can’t be removed doesn’t keep the others', async () => {
  const [deep, another, simple] = ['early1', 'early2', 'early3'].map(name =>
    join(tmpdir(), `ignite-${process.pid}-${name}`),
  ) as [string, string, string]
  onTestFinished(() => promisify(execFile)('rm', ['-rf', deep, another, simple]).then(() => {}))
  for (const path of [deep, another, simple]) await mkdir(path)
  for (const path of [deep, another]) await tooDeep(path)
  for (const path of [deep, another, simple]) await utimes(path, 0, 0)
  await expect(removeAbandonedFolders()).rejects.toThrow(
    'Some folders of dead processes couldn’t be removed.',
  )
  expect(await readdir(tmpdir())).not.toContain(basename(simple))
})
