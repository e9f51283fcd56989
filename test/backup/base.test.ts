import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const script = resolve(import.meta.dirname, '../../deploy/backup/base.sh')

test('the log stays from the first position of any copy on, since a restore goes back to a lower one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-base-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const backups = join(folder, 'backups')
  const copyTo = async (copy: string, segment: string) => {
    await mkdir(copy, { recursive: true })
    const label = `START WAL LOCATION: 0/1 (file ${segment})\nCHECKPOINT LOCATION: 0/1\n`
    await writeFile(join(folder, 'backup_label'), label)
    await run('tar', [
      '--create',
      '--gzip',
      '--file',
      join(copy, 'base.tar.gz'),
      '-C',
      folder,
      'backup_label',
    ])
  }
  await copyTo(join(backups, 'base/2026-11-01T021500Z'), '000000010000000000000011')
  await copyTo(join(backups, 'base/2026-11-02T021500Z'), '00000002000000000000000C')
  await copyTo(join(folder, 'made'), '00000002000000000000000E')
  // The tests' PostgreSQL has neither.
  const programs = {
    pg_basebackup: `cp -r '${folder}/made' '${backups}/base/new'`,
    pg_archivecleanup: `echo "$@" > '${folder}/cleaned'`,
  }
  for (const [name, does] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 })

  await run('sh', [script, backups], { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } })
  expect(await readFile(join(folder, 'cleaned'), 'utf8')).toBe(
    `-x .gz ${backups}/wal 00000002000000000000000C\n`,
  )
})
