import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test as anyTest, beforeEach, expect, onTestFinished } from 'vitest'
import { missing } from '../harness/programs.ts'

const test = anyTest.skipIf(missing('rclone', 'flock').length > 0)
const run = promisify(execFile)
const scripts = resolve(import.meta.dirname, '../../deploy/backup')

let folder: string
let store: string
let backups: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ignite-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  store = join(folder, 'store')
  backups = join(folder, 'backups')
  for (const path of [store, join(backups, 'files'), join(backups, 'removed')])
    await mkdir(path, { recursive: true })
})

test('a copy of the files leaves alone one that still runs', async () => {
  await writeFile(join(store, 'one'), 'whole')
  const copyFiles = ['sh', join(scripts, 'files.sh'), store, backups]
  await run('flock', [join(backups, 'files'), ...copyFiles])
  expect(await readdir(join(backups, 'files'))).toEqual([])
  await run('flock', [folder, ...copyFiles])
  expect(await readdir(join(backups, 'files'))).toEqual(['one'])
})

test('a copy leaves out what is still coming in, and people’s exports', async () => {
  for (const path of ['.uploads', 'exports', 'files']) {
    await mkdir(join(store, path))
    await writeFile(join(store, path, 'one'), 'whole')
  }
  await run('sh', [join(scripts, 'files.sh'), store, backups])
  expect(await readdir(join(backups, 'files'))).toEqual(['files'])
})

test('exports that an earlier copy took go the way of removed files', async () => {
  await mkdir(join(backups, 'files/exports'))
  for (const path of [join(store, 'one'), join(backups, 'files/exports/old.zip')])
    await writeFile(path, 'whole')
  await run('sh', [join(scripts, 'files.sh'), store, backups])
  expect(await filesIn(join(backups, 'files'))).toEqual(['one'])
  expect(await filesIn(join(backups, 'removed'))).toContain('old.zip')
})

test('a copy takes an empty store for a wrong one, unless the backup is empty too', async () => {
  const copyFiles = () => run('sh', [join(scripts, 'files.sh'), store, backups])
  await mkdir(join(store, '.uploads'))
  await copyFiles()
  await writeFile(join(store, '.uploads/coming'), 'ha')
  await writeFile(join(backups, 'files/one'), 'whole')
  await expect(copyFiles()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`in ${store}`) })
  expect(await readdir(join(backups, 'files'))).toEqual(['one'])
})

test('the time of .copied is when the last copy began that is whole', async () => {
  const copied = join(backups, 'removed/.copied')
  const copyFiles = () => run('sh', [join(scripts, 'files.sh'), store, backups])
  await writeFile(join(store, 'one'), 'whole')
  await copyFiles()
  await utimes(copied, 0, 0)
  await rm(join(store, 'one'))
  await expect(copyFiles()).rejects.toThrow()
  expect((await stat(copied)).mtimeMs).toBe(0)
  await writeFile(join(store, 'two'), 'whole')
  await copyFiles()
  const { mtimeMs } = await stat(copied)
  expect(mtimeMs).toBeGreaterThan(0)
  expect(mtimeMs).toBeLessThanOrEqual((await stat(join(backups, 'files/two'))).ctimeMs)
})

test('a copy that begins during a restore takes nothing away from it', async () => {
  await writeFile(join(backups, 'files/one'), 'one')
  await mkdir(join(backups, 'removed/2026-11-01'))
  await writeFile(join(backups, 'removed/2026-11-01/two'), 'two')
  await writeFile(join(store, 'newer'), 'newer')
  // Each time that the restore goes on to another folder, a copy begins.
  const meanwhile = join(folder, 'rclone')
  const copyFiles = `PATH='${process.env.PATH}' sh '${join(scripts, 'files.sh')}' '${store}' '${backups}'`
  await writeFile(meanwhile, `#!/bin/sh\n${copyFiles} && PATH='${process.env.PATH}' exec rclone "$@"\n`)
  await chmod(meanwhile, 0o755)
  await run('sh', [join(scripts, 'restore-files.sh'), backups, store], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  })
  expect((await readdir(store)).sort()).toEqual(['newer', 'one', 'two'])
  expect(await readFile(join(backups, 'files/one'), 'utf8')).toBe('one')
})

test('a restore prefers the newest of removed files, since older ones may be cut off', async () => {
  for (const [day, content] of Object.entries({
    '2026-11-01': 'ha',
    '2026-11-09': 'whole',
    '2026-11-04': '',
  })) {
    await mkdir(join(backups, 'removed', day))
    await writeFile(join(backups, 'removed', day, 'one'), content)
  }
  await run('sh', [join(scripts, 'restore-files.sh'), backups, store])
  expect(await readFile(join(store, 'one'), 'utf8')).toBe('whole')
})

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}
